import { afterAll, beforeAll, expect } from 'vitest';
import { proves } from '../spec/proves.ts';
import { closeRawBrowser } from '../support/raw-page.ts';
import { openPageCode, type PageCode, shown } from './page-code.ts';

let page: PageCode;
beforeAll(async () => {
  page = await openPageCode();
});
afterAll(closeRawBrowser);

/** What is hard, the HTML, and what is read of it. */
const TRAPS: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'display contents shows its content',
    '<div style="display:contents"><button>x</button></div>',
    ['button "x"'],
  ],
  [
    'an option has no box',
    '<select aria-label="S" size="2"><option>A</select>',
    ['listbox "S"', 'option "A"'],
  ],
  [
    'visible inside invisible',
    '<p style="visibility:hidden">no<b style="visibility:visible">yes</b></p>',
    ['yes'],
  ],
  [
    'what a label reference took is not said twice',
    '<h3><a href="#" aria-labelledby=i>x</a><a href="#">l2 <img id=i alt=image src="data:,"> l3</a></h3>',
    ['heading "image l2 l3"', 'link "image"', 'link "l2 image l3"'],
  ],
  [
    'a menu in a label gives no text',
    '<label for=t>Flash <span role=menu><span role=menuitem>1</span></span> times</label><input id=t>',
    ['menuitem "1"', 'textbox "Flash times"'],
  ],
  ['a presentational image has no name', '<img alt="" title=Bryan role=presentation src="data:,">', []],
  ['an empty alt with a title has one', '<img alt="" title=T src="data:,">', ['img "T"']],
  ['a no-break space stays', '<button aria-label="a&nbsp;">z</button>', ['button "a\u00a0"']],
  ['quote marks of q', '<button><q>x</q></button>', ['button "“x”"']],
  [
    'private-use glyphs are dropped',
    '<style>.fa::before{content:"\\f007"}</style><button><i class=fa></i>User</button>',
    ['button "User"'],
  ],
  ['a link without an address by onclick', '<a onclick="1">Delete</a>', ['link "Delete"']],
  [
    'an image with a role is named by its alt',
    '<img role=link alt="W3C" tabindex=0 src="data:,">',
    ['link "W3C"'],
  ],
  [
    'a label inside its shadow root',
    '<x-f><template shadowrootmode=open><label for=a>Deep</label><input id=a></template></x-f>',
    ['textbox "Deep"'],
  ],
  [
    'no space at the edge of an inline box',
    '<label>(<span>reload</span> needed)<input></label>',
    ['textbox "(reload needed)"'],
  ],
  [
    'text-transform does not change the name',
    '<button style="text-transform:uppercase">Save</button>',
    ['button "Save"'],
  ],
  [
    'a control does not count in its own label',
    '<label>Colour <select><option>Red<option>Green</select></label>',
    ['combobox "Colour"'],
  ],
  [
    'an element whose role only the browser knows is clickable by its text',
    '<x-press tabindex=0>Press me</x-press>',
    ['clickable "Press me"'],
  ],
  ['values are exact', '<textarea aria-label=N>\n  a\n b  </textarea>', ['textbox "N"']],
];

for (const [title, html, expected] of TRAPS)
  proves('P-01', title, async () => {
    expect(shown(await page.read(html))).toEqual(expected);
  });

proves('P-01', 'values are read exactly, as they are now', async () => {
  const [area] = await page.read('<textarea aria-label=N>\n  a\n b  </textarea>');
  expect(area?.value).toBe('  a\n b  ');
  await page.inPage(`document.querySelector('textarea').value = 'new'`);
  expect((await page.records())[0]?.value).toBe('new');
});

proves(
  ['V1', 'P-62'],
  'what secret fields hold never leaves the page, even once they are shown as text',
  async () => {
    const secret = 'canary-93ab';
    const fields = [
      `<input type=password aria-label=a value="${secret}">`,
      `<input autocomplete=one-time-code aria-label=b value="${secret}">`,
      `<input autocomplete="billing cc-csc" aria-label=c value="${secret}">`,
      `<input autocomplete="new-password" type=text aria-label=d value="${secret}">`,
      `<label>e <input type=password value="${secret}"></label><button aria-labelledby=pw>x</button><input id=pw type=password value="${secret}">`,
    ];
    const records = await page.read(fields.join(''));
    expect(records.filter((record) => record.isMasked)).toHaveLength(6);
    expect(JSON.stringify(records)).not.toContain(secret);
    await page.inPage(
      `document.querySelectorAll('[type=password]').forEach((field) => { field.type = 'text'; })`,
    );
    expect(JSON.stringify(await page.records())).not.toContain(secret);
    expect(JSON.stringify(await page.call('find', { text: secret }, 20))).not.toContain(`=${secret}`);
    expect(await page.call('text', 1)).not.toContain(secret);
  },
);

proves('P-25', 'a number is never given to another element, and a gone one does not resolve', async () => {
  const before = await page.read('<button>a</button><button>b</button>');
  await page.inPage(
    `document.querySelector('button').remove(); document.body.insertAdjacentHTML('afterbegin', '<button>a</button>')`,
  );
  const after = await page.records();
  expect(before.map((record) => record.element)).toEqual([1, 2]);
  expect(after.map((record) => record.element)).toEqual([3, 2]);
  expect(await page.call('isAlive', 1)).toBe(false);
  expect(await page.call('isAlive', 2)).toBe(true);
  expect(await page.call('describe', 1)).toBeNull();
});

proves('P-01', 'changes that leave no mutation record change the signature', async () => {
  const changes: readonly (readonly [string, string, string])[] = [
    ['a value', '<input>', `document.querySelector('input').value = 'x'`],
    ['a check', '<input type=checkbox>', `document.querySelector('input').checked = true`],
    ['indeterminate', '<input type=checkbox>', `document.querySelector('input').indeterminate = true`],
    [
      'a selection',
      '<select><option>a<option>b</select>',
      `document.querySelector('select').selectedIndex = 1`,
    ],
    ['a popover', '<div popover>x</div>', `document.querySelector('div').showPopover()`],
    ['the focus', '<button>x</button>', `document.querySelector('button').focus()`],
    ['a rule', '<style>a{}</style>', `document.styleSheets[0].insertRule('b{display:none}')`],
    ['a sheet', '<style>a{}</style>', `document.styleSheets[0].disabled = true`],
    ['a shadow root', '<x-y></x-y>', `document.querySelector('x-y').attachShadow({ mode: 'open' })`],
    [
      'a value in a shadow root',
      '<x-z><template shadowrootmode=open><input></template></x-z>',
      `document.querySelector('x-z').shadowRoot.querySelector('input').value = 'x'`,
    ],
  ];
  for (const [what, html, change] of changes) {
    await page.read(html);
    const [signature, version] = [await page.call('signature'), await page.call('domVersion')];
    expect([what, await page.call('signature')]).toEqual([what, signature]);
    await page.inPage(change);
    expect([what, await page.call('domVersion')]).toEqual([what, version]);
    expect([what, (await page.call('signature')) === signature]).toEqual([what, false]);
  }
  await page.read('<p>x</p>');
  const version = await page.call<number>('domVersion');
  await page.inPage(`document.querySelector('p').className = 'y'`);
  expect(await page.call<number>('domVersion')).toBeGreaterThan(version);
});

proves('P-01', 'what is described is what is printed', async () => {
  const records = await page.read(
    `<table><tr><th scope=row>F-1</th><td><button>Open</button></td></tr><tr><th scope=row>F-2</th><td><button>Open</button></td></tr><tr><th scope=row>F-3</th><td><button>Open</button></td></tr></table><div class=c><h3>Card</h3><button>Buy</button></div><a href=x>Alone</a>`,
  );
  const buttons = records.filter((record) => record.element > 0);
  expect(buttons.length).toBeGreaterThan(4);
  for (const { element, role, name, rowKey, inRun } of buttons)
    expect(await page.call('describe', element)).toEqual({ role, name, rowKey, inRun });
  expect(
    records.filter((record) => record.name === 'Open').map((record) => [record.rowKey, record.inRun]),
  ).toEqual([
    ['F-1', true],
    ['F-2', true],
    ['F-3', true],
  ]);
});

proves(
  'I2',
  'none of forty kinds of hidden text is read, and invisible code points are dropped and counted',
  async () => {
    const { openSite } = await import('../support/site.ts');
    const site = await openSite();
    await page.open(`${site.origin}/hidden-text/`);
    const reply = await page.call<{ records: string; droppedCodePoints: number }>('walk', {});
    await site.close();
    expect(reply.records).not.toContain('HIDDEN');
    expect(reply.droppedCodePoints).toBe(6);
    const records = await page.records();
    expect(records.filter((record) => record.role === 'unseen').map((record) => record.name)).toEqual([
      'GROUND one',
      'GROUND two',
      'GROUND three',
    ]);
    const seen = ['heading', 'paragraph', 'summary', 'bold', 'zerowidth', 'contents', 'faint', 'clipped box'];
    for (const word of seen) expect(JSON.stringify(records)).toContain(`SEEN ${word}`);
  },
);

proves('P-01', 'a control shown only on focus is printed and marked', async () => {
  const records = await page.read(
    '<style>.s{position:absolute;left:-9999px}</style><a class=s href="#m">Skip</a><p class=s>HIDDEN</p>',
  );
  expect(records.map((record) => [record.name, record.states])).toEqual([['Skip', ['offscreen']]]);
});

proves(
  ['P-01', 'P-24'],
  'a cell that can be pressed has the name its author gave it, and is described as it was shown',
  async () => {
    const records = await page.read(
      '<div role=grid><div role=row><div role=gridcell tabindex=0 aria-label="Tuesday 4 March">4</div><div role=gridcell tabindex=0 aria-label="Closed">5</div></div></div>' +
        '<table><tr><td onclick=x()>Seven</td><td onclick=x()><b>Eight</b></td><td><i>Nine</i></td><td style="color:#fff">Ten</td></tr></table>',
    );
    const cells = records.filter((record) => /cell$/.test(record.role));
    expect(cells.map(({ name, states }) => [name, ...states])).toEqual([
      ['Tuesday 4 March', 'clickable'],
      ['Closed', 'clickable'],
      ['Seven', 'clickable'],
      ['', 'clickable'],
      ['Nine'],
      ['Ten', 'unseen'],
    ]);
    expect(records.filter((record) => record.kind === 'text').map((record) => record.name)).toEqual([
      '5',
      'Eight',
    ]);
    for (const { element, role, name, rowKey, inRun } of cells.filter((record) => record.element > 0))
      expect(await page.call('describe', element)).toEqual({ role, name, rowKey, inRun });
  },
);

proves('P-01', 'a box around parts of one widget is no control beside them', async () => {
  const records = await page.read(
    '<style>.p{cursor:pointer}.n{position:absolute;width:1px;height:1px;opacity:0}</style>' +
      '<div class=p><label for=a>★<span class=n>One</span></label><input id=a class=n type=radio name=r><label for=b>★<span class=n>Two</span></label><input id=b class=n type=radio name=r></div>' +
      '<div class=p><input class=n tabindex=-1 value=30><div role=slider tabindex=0 aria-label=Volume aria-valuenow=30>·</div></div>' +
      '<div role=radiogroup tabindex=0 aria-label=Stars><div role=radio tabindex=0 aria-label=Good>·</div></div>' +
      '<span class=p><i></i><span><input type=range class=n aria-label=Alone value=30></span></span>' +
      '<div class=p><input aria-label=First><input aria-label=Second></div>',
  );
  const pressed = records.filter(({ role, states }) => role === 'clickable' || states.includes('clickable'));
  expect(pressed).toHaveLength(1);
  expect(records.map((record) => record.role)).toEqual(
    expect.arrayContaining(['radio', 'slider', 'radiogroup', 'textbox']),
  );
});
