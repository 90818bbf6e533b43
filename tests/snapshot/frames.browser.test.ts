import { afterAll, beforeAll, expect } from 'vitest';
import type { Frame } from '#browser/frame.ts';
import { findOnPage } from '#snapshot/find.ts';
import { readRegion, readRegionText } from '#snapshot/read-region.ts';
import { renderPortal } from '#snapshot/render-portal.ts';
import { checkAlive, resolveRef } from '#snapshot/resolve-ref.ts';
import { proves } from '../spec/proves.ts';
import { closeRawBrowser } from '../support/raw-page.ts';
import { IS_FULL_RUN, tries } from '../support/samples.ts';
import { type Lab, openLab, refNamed } from './lab.ts';

const OUTER = 4;
const INNER = 3;
/** Seen by our world, not by the page's own listeners, which come later. */
const MARK = `;addEventListener('first-script', (event) => event.preventDefault());`;
const TELL = `const seen = !dispatchEvent(new Event('first-script', { cancelable: true })); fetch('/told?seen=' + seen);`;

let lab: Lab;
let hang: (() => void)[] = [];

const page = (title: string, body: string) => `<!doctype html><title>${title}</title>${body}`;

beforeAll(async () => {
  lab = await openLab({
    moreInWorld: MARK,
    answers: {
      '/told': '',
      '/two-deep': (request, response) => {
        const other = new URL(`http://x${request.path}`).searchParams.get('other') ?? '';
        response.setHeader('content-type', 'text/html');
        response.end(
          page(
            'Two deep',
            `<script>${TELL}</script>${Array.from({ length: OUTER }, (_, n) => `<iframe title="Outer ${n}" src="${other}/outer?back=http://${request.headers.host}"></iframe>`).join('')}`,
          ),
        );
      },
      '/outer': (request, response) => {
        const back = new URL(`http://x${request.path}`).searchParams.get('back') ?? '';
        response.setHeader('content-type', 'text/html');
        response.end(
          page(
            'Outer',
            `<script>${TELL}</script><button>Outer button</button>${Array.from({ length: INNER }, (_, n) => `<iframe title="Inner ${n}" src="${back}/inner"></iframe>`).join('')}`,
          ),
        );
      },
      '/inner': page('Inner', `<script>${TELL}</script><button>Inner button</button>`),
      '/moving': page(
        'Moving',
        '<h1>Moving</h1><iframe title="A" src="/leaf?n=a"></iframe><iframe title="B" src="/leaf?n=b"></iframe>',
      ),
      '/leaf': (request, response) => {
        const name = new URL(`http://x${request.path}`).searchParams.get('n');
        response.setHeader('content-type', 'text/html');
        response.end(
          page(`Leaf ${name}`, `<p>begin ${name}</p><button>button ${name}</button><p>end ${name}</p>`),
        );
      },
      '/hang': (_, response) => {
        hang.push(() => response.end(page('Late', '<button>Late button</button>')));
      },
      '/with-late': page(
        'With late',
        '<h1>Here</h1><iframe title="x" src="/hang"></iframe><button>Main</button>',
      ),
      '/hidden-frames': page(
        'Hidden frames',
        '<p>needle outside</p><iframe style="display:none" src="/needle"></iframe><iframe width=1 height=1 style="border:0" src="/needle"></iframe><iframe title="Shown" src="/needle"></iframe>',
      ),
      '/needle': page('Needle', '<p>needle within</p><p>hay</p>'),
    },
  });
});
afterAll(async () => {
  for (const end of hang) end();
  await lab.close();
  await closeRawBrowser();
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it did not come');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

proves('P-16', 'our world is in each of sixteen frames, two deep, before their first script', async () => {
  const before = lab.site.requests.length;
  await lab.open(`/two-deep?other=${lab.site.originFor('localhost')}`);
  const told = () => lab.site.requests.slice(before).filter(({ path }) => path.startsWith('/told'));
  await until(() => told().length === 1 + OUTER + OUTER * INNER);
  expect(told().filter(({ path }) => path.endsWith('seen=true'))).toHaveLength(1 + OUTER + OUTER * INNER);
  const sessions = new Set(lab.page.frames().map((frame) => frame.session));
  expect(sessions.size).toBeGreaterThan(OUTER);
  const { text } = await lab.show();
  expect(text.match(/button "Inner button" \[f\d+e\d+@v\d+\]/g)).toHaveLength(OUTER * INNER);
  const numbers = new Set([...text.matchAll(/\[f(\d+)e/g)].map((match) => Number(match[1])));
  expect([...numbers].sort((a, b) => a - b)).toEqual(
    Array.from({ length: OUTER + OUTER * INNER }, (_, n) => n + 1),
  );
});

proves(['P-16', 'P-26'], 'a frame number is never given twice in a generation', async () => {
  await lab.open('/moving');
  await until(async () => (await lab.show()).text.includes('button b'));
  const given = new Set<string>();
  const { generation } = lab.page;
  for (let round = 0; round < 5; round++) {
    const { snapshot } = await lab.show();
    const ref = refNamed(snapshot, 'button', `button ${round === 0 ? 'a' : `a${round}`}`);
    const number = /^f(\d+)/.exec(ref)?.[1] ?? '';
    expect(given).not.toContain(number);
    given.add(number);
    await lab.inPage(
      `new Promise((done) => { const f = document.querySelector('iframe'); f.onload = done; f.src = '/leaf?n=a${round + 1}'; })`,
    );
    await until(async () => (await lab.show()).text.includes(`button a${round + 1}`));
    expect(() => resolveRef(lab, ref)).toThrow(/is gone/);
  }
  expect(lab.page.generation).toBe(generation);
});

proves('P-16', 'a frame that moves between processes is read in each', async () => {
  await lab.open('/moving');
  const hosts = [lab.site.originFor('localhost'), lab.site.origin];
  for (let round = 0; round < 6; round++) {
    await lab.inPage(`document.querySelector('iframe').src = '${hosts[round % 2]}/leaf?n=r${round}'`);
    await until(async () => (await lab.show()).text.includes(`button r${round}`));
  }
});

proves(
  'P-16',
  'frames that navigate and vanish while they are read are whole or missing, never mixed',
  async () => {
    const other = lab.site.originFor('localhost');
    await lab.open('/moving');
    await lab.inPage(`{
    let n = 0;
    const [a] = document.querySelectorAll('iframe');
    window.timer = setInterval(() => {
      n++;
      a.src = '/leaf?n=m' + n;
      document.querySelectorAll('iframe')[1]?.remove();
      const from = n % 3 ? '' : '${other}';
      if (n % 2) document.body.insertAdjacentHTML('beforeend', '<iframe title="B" src="' + from + '/leaf?n=v' + n + '"></iframe>');
    }, 60);
  }`);
    let whole = 0;
    for (let round = 0; round < 30; round++) {
      const startedMs = Date.now();
      const { text } = await lab.show();
      expect(Date.now() - startedMs).toBeLessThan(15_000);
      expect(text).toContain('heading "Moving"');
      for (const [, name] of text.matchAll(/begin (\w+)/g)) {
        whole++;
        const at = text.slice(text.indexOf(`begin ${name}`));
        expect(at).toMatch(
          new RegExp(`^begin ${name}[\\s\\S]*?button "button ${name}"[\\s\\S]*?end ${name}`),
        );
        expect(at.slice(0, at.indexOf(`end ${name}`)).match(/begin/g)).toHaveLength(1);
      }
      await pause(IS_FULL_RUN ? 50 : 20);
    }
    await lab.inPage('clearInterval(timer)');
    expect(whole).toBeGreaterThan(5);
  },
);

proves('P-16', 'a frame that has no document yet is said to be loading and holds nothing up', async () => {
  await lab.page.navigate(`${lab.site.origin}/with-late`, { atMs: Date.now() + 1_500 }).catch(() => {});
  const startedMs = Date.now();
  await lab.inPage(
    `document.querySelector('iframe').replaceWith(Object.assign(document.createElement('iframe'), { title: 'y', src: '${lab.site.originFor('localhost')}/hang' }))`,
  );
  const { text } = await lab.show();
  expect(Date.now() - startedMs).toBeLessThan(15_000);
  expect(text).toContain('button "Main"');
  for (const end of hang) end();
  hang = [];
  await until(async () => (await lab.show()).text.includes('button "Late button"'));
});

proves(['P-07', 'P-16'], 'find looks into every frame a person sees, and places what it found', async () => {
  await lab.open('/hidden-frames');
  await until(async () => (await lab.show()).text.includes('needle within'));
  await pause(200);
  const found = await findOnPage(lab.page, { text: 'needle' });
  expect(found.matches).toBe(2);
  const text = renderPortal(found.snapshot);
  expect(text).toMatch(/- iframe "Shown" \[e\d+@v\d+\]\n {2}- needle within/);
  expect(text).not.toContain('hay');
  const first = await findOnPage(lab.page, { text: 'outside' });
  expect(renderPortal(first.snapshot)).not.toContain('iframe');
});

proves(['P-07', 'P-08', 'P-17'], 'a frame is a region: its ref shows and reads what is in it', async () => {
  await lab.open(`/frames-nested/?other=${encodeURIComponent(lab.site.originFor('localhost'))}`);
  await until(async () => (await lab.show()).text.match(/Leaf field/g)?.length === 2);
  const { snapshot } = await lab.show();
  const region = resolveRef(lab, refNamed(snapshot, 'iframe', 'First'));
  const shown = renderPortal(await readRegion(region));
  expect(shown).toContain('button "Inner button"');
  expect(shown.match(/textbox "Leaf field" \[f\d+e\d+@v\d+\]/g)).toHaveLength(1);
  expect(shown).not.toContain('Between');
  expect(await readRegionText(region)).toMatch(/Inner button\n[\s\S]*Leaf field: v/);
  const withheld = await readRegion(region, { mayRead: (frame) => frame.url.includes('inner') });
  expect(renderPortal(withheld)).toContain('frame withheld: ');
  expect(await readRegionText(region, { mayRead: () => false })).not.toContain('Leaf field');
});

proves(['P-17', 'P-26'], 'refs into frames are good until their frame gets another document', async () => {
  await lab.open('/moving');
  await until(async () => (await lab.show()).text.includes('button b'));
  const { snapshot } = await lab.show();
  const [a, b] = ['a', 'b'].map((name) => resolveRef(lab, refNamed(snapshot, 'button', `button ${name}`)));
  if (!a || !b) throw new Error('no refs');
  await checkAlive(a);
  await lab.inPage(`document.querySelector('iframe').remove()`);
  await until(() => a.frame.isDetached);
  expect(() => resolveRef(lab, a.text)).toThrow(/is gone/);
  await checkAlive(b);
});

proves(
  'I3',
  'no byte of a withheld frame is read, however often it moves in and out of the read set',
  async () => {
    await lab.open('/moving');
    const other = lab.site.originFor('localhost');
    const mayRead = (frame: Frame) => !frame.url.startsWith(other);
    await lab.inPage(`{
    let n = 0;
    window.timer = setInterval(() => {
      n++;
      document.querySelector('iframe').remove();
      const place = (n % 2 ? '${other}/leaf?n=SECRET' : '/leaf?n=fine') + n;
      document.body.insertAdjacentHTML('afterbegin', '<iframe src="' + place + '"></iframe>');
      const [frame] = document.querySelectorAll('iframe');
      if (n % 4 === 0) setTimeout(() => { frame.src = '${other}/leaf?n=SECRETLY' + n; }, 20);
    }, 60);
  }`);
    for (let round = 0; round < tries(12, 100); round++) {
      const { text } = await lab.show({ mayRead });
      expect(text).not.toContain('SECRET');
      const { snapshot } = await findOnPage(lab.page, { text: 'begin' }, { mayRead });
      expect(renderPortal(snapshot)).not.toContain('SECRET');
    }
    await lab.inPage('clearInterval(timer)');
  },
);
