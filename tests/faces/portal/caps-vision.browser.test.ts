import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPortalFace, portalFace } from '#faces/portal/face.ts';
import type { PortalReply } from '#faces/portal/reply.ts';
import { proves } from '../../spec/proves.ts';
import { PortalBench, type PortalClient } from '../../support/portal-client.ts';
import { openSite, type Site } from '../../support/site.ts';

const STYLE =
  '<style>body{margin:0;background:#fff;font:16px sans-serif} .at{position:absolute;width:120px;height:40px;padding:0;border:0}</style>';
const PAGES = {
  '/': `<!doctype html><title>Board</title>${STYLE}<h1 style="margin:8px">Board</h1>
    <canvas id=c class=at width=120 height=40 style="left:100px;top:100px;background:#0a0"></canvas>
    <button id=b class=at style="left:100px;top:200px">Save</button>
    <a class=at href="http://elsewhere.example/" style="left:100px;top:300px;background:#ccc">Away</a>
    <iframe class=at style="left:400px;top:100px" srcdoc="<button>In</button>"></iframe>
    <div id=log role=status style="position:absolute;top:400px"></div>
    <div style="position:absolute;top:1500px;width:10px;height:10px"></div>
    <script>
      const say = (text) => { document.querySelector('#log').textContent += text + ' '; };
      c.onclick = (event) => say('canvas ' + event.offsetX + ',' + event.offsetY);
      c.oncontextmenu = (event) => { event.preventDefault(); say('menu'); };
      c.onmousemove = () => { if (!c.seen) say('over'); c.seen = true; };
      b.onclick = () => say('saved');
      let from; c.onmousedown = (event) => { from = event.offsetX; }; c.onmouseup = (event) => { if (from !== event.offsetX) say('dragged ' + (event.offsetX - from)); };
      onscroll = () => { document.title = 'At ' + scrollY; };
    </script>`,
  '/moves': `<!doctype html><title>Moves</title>${STYLE}<button id=keep class=at style="left:100px;top:100px">Keep</button>
    <button id=drop class=at style="left:300px;top:100px">Drop</button><div id=log role=status></div>
    <script>keep.onclick = () => log.textContent += 'kept '; drop.onclick = () => log.textContent += 'dropped ';
    window.swap = () => { keep.style.left = '300px'; drop.style.left = '100px'; };
    window.cover = () => { const d = document.createElement('div'); d.className = 'at'; d.style.cssText = 'left:100px;top:100px;background:red;z-index:2'; d.id = 'shade'; document.body.append(d); };
    window.uncover = () => { shade.style.visibility = 'hidden'; };</script>`,
  '/tall':
    '<!doctype html><title>Tall</title><style>body{margin:0}</style><button>Top</button><div style="height:4000px;width:10px"></div>',
};

let site: Site;
let bench: PortalBench;
let client: PortalClient;

beforeAll(async () => {
  site = await openSite(PAGES);
  bench = await PortalBench.open({ caps: ['vision', 'script'] });
  client = await bench.client();
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

async function look(args: object = {}): Promise<PortalReply> {
  const reply = await client.call('browser_screenshot_view', args);
  expect(reply.isError, reply.text).toBe(false);
  return reply;
}

function sizeOf(reply: PortalReply): { width: number; height: number; bytes: number } {
  const png = Buffer.from(reply.images?.[0]?.data ?? '', 'base64');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(reply.images).toHaveLength(1);
  return {
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    bytes: inflateSync(idatOf(png)).length,
  };
}

function idatOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  return Buffer.concat(parts);
}

test('a picture is shown, and the pointer hits the pixel that was meant', async () => {
  await client.ok('browser_navigate', { url: site.origin });
  const reply = await look();
  expect(sizeOf(reply)).toMatchObject({ width: 1280, height: 800 });
  expect(reply.text).toContain('1280 × 800');
  expect(await client.ok('browser_pointer', { action: 'move', x: 105, y: 105 })).toContain(
    'Moved the pointer to',
  );
  expect(await client.ok('browser_pointer', { action: 'click', x: 130, y: 120 })).toContain(
    'Effect: changed',
  );
  await client.ok('browser_pointer', { action: 'click', x: 130, y: 120, button: 'right' });
  await client.ok('browser_pointer', { action: 'drag', x: 110, y: 110, toX: 150, toY: 110 });
  const log = await client.ok('browser_snapshot');
  expect(log).toMatch(/over canvas 30,20 menu dragged 40/);
  await client.ok('browser_pointer', { action: 'wheel', x: 700, y: 600, deltaY: 300 });
  expect(await client.refused('outside', 'browser_pointer', { action: 'click', x: 130, y: 120 })).toContain(
    'scrolled',
  );
});

test('a click at coordinates is decided by what it would do', async () => {
  await client.ok('browser_navigate', { url: site.origin });
  await look();
  await client.refused('blocked_host', 'browser_pointer', { action: 'click', x: 130, y: 320 });
  // What a frame shows at the point is what is pointed at.
  expect(await client.ok('browser_pointer', { action: 'click', x: 430, y: 120 })).toContain(
    'Clicked button "In"',
  );
});

test('coordinates are good on the last picture of this document only', async () => {
  await client.ok('browser_navigate', { url: site.origin });
  await client.refused('outside', 'browser_pointer', { action: 'click', x: 130, y: 220 });
  await look();
  await client.refused('outside', 'browser_pointer', { action: 'click', x: 1280, y: 20 });
  await client.ok('browser_navigate', { url: `${site.origin}/moves` });
  expect(await client.refused('outside', 'browser_pointer', { action: 'click', x: 130, y: 220 })).toContain(
    'new picture',
  );
});

test('what has moved, was covered or was uncovered since the picture is not pressed', async () => {
  for (const change of ['swap', 'cover']) {
    await client.ok('browser_navigate', { url: `${site.origin}/moves` });
    await look();
    await client.ok('browser_script', { code: `window.${change}()` });
    await client.refused('outside', 'browser_pointer', { action: 'click', x: 130, y: 120 });
  }
  await look();
  await client.ok('browser_script', { code: 'window.uncover()' });
  await client.refused('outside', 'browser_pointer', { action: 'click', x: 130, y: 120 });
  expect(await client.ok('browser_snapshot')).not.toMatch(/kept|dropped/);
  await look();
  await client.ok('browser_pointer', { action: 'click', x: 130, y: 120 });
  expect(await client.ok('browser_snapshot')).toContain('kept');
});

test('a longer page is made smaller, and coordinates are scaled with it', async () => {
  await client.ok('browser_navigate', { url: `${site.origin}/tall` });
  const reply = await look({ fullPage: true });
  const { width, height, bytes } = sizeOf(reply);
  expect(height).toBe(1568);
  expect(width).toBeGreaterThan(480);
  expect(width).toBeLessThan(502);
  expect(bytes % height).toBe(0);
  await client.ok('browser_pointer', { action: 'click', x: 5, y: 4 });
  await client.refused('outside', 'browser_pointer', { action: 'click', x: 5, y: 1500 });
  const ref = client.ref('button', 'Top');
  expect(sizeOf(await look({ ref })).width).toBeLessThan(100);
  expect(await client.ok('browser_pointer', { action: 'click', x: 3, y: 3 })).toContain('button "Top"');
});

test('arguments that do not go together are refused', async () => {
  for (const args of [
    { action: 'drag', x: 1, y: 1 },
    { action: 'click', x: 1, y: 1, toX: 2, toY: 2 },
    { action: 'wheel', x: 1, y: 1 },
    { action: 'move', x: 1, y: 1, deltaY: 3 },
    { action: 'click', x: -1, y: 1 },
    { action: 'press', x: 1, y: 1 },
  ])
    await client.refused('invalid_arguments', 'browser_pointer', args);
});

test('a picture that would show a withheld frame is not taken', async () => {
  await using other = await openSite({ '/': '<!doctype html><title>In</title><p>inner</p>' });
  await using outer = await openSite({
    '/': `<!doctype html><title>Out</title><iframe src="${other.originFor('localhost')}/"></iframe>`,
  });
  await using strict = await PortalBench.open({ caps: ['vision'], readHosts: ['127.0.0.1:*'] });
  const reader = await strict.client();
  await reader.ok('browser_navigate', { url: outer.origin });
  await reader.refused('denied', 'browser_screenshot_view');
});

proves('P-02', 'without the vision group no reply of any tool has a picture', async () => {
  await using plain = await PortalBench.open({ caps: ['console', 'network', 'storage', 'pdf', 'script'] });
  const reader = await plain.client();
  await reader.ok('browser_navigate', { url: site.origin });
  const ref = reader.ref('button', 'Save');
  for (const { name } of createPortalFace(reader.session.settings).tools) await reader.call(name, { ref });
  await reader.call('browser_batch', { steps: [{ action: 'screenshot' }, { action: 'pdf' }] });
  await reader.ok('browser_screenshot', { fullPage: true });
  await reader.refused('not_enabled', 'browser_screenshot_view');
  await reader.refused('not_enabled', 'browser_pointer', { action: 'click', x: 1, y: 1 });
  for (const reply of reader.replies) {
    expect(reply.images).toBeUndefined();
    expect(reply.text).not.toMatch(/iVBORw0KGgo|JVBERi0|;base64,/);
  }
});

proves('P-02', 'no tool of the usual list says that it shows a picture', () => {
  expect(portalFace.tools.map((tool) => tool.name)).not.toContain('browser_screenshot_view');
  return Promise.resolve();
});
