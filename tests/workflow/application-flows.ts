import { startDemoPortal } from '../../demo/portal.mjs';
import { type NodeRed, startNodeRed } from '../apps/node-red.ts';
import { startVerdaccio, VERDACCIO_USER, type Verdaccio } from '../apps/verdaccio.ts';

/** A flow as whoever works with the application would write it, and what is then so on the other side. */
export interface ApplicationFlow {
  readonly name: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly steps: readonly string[];
}

/** An application with its flows; `effect` is what is asked on the other side after the flow of that name. */
export interface Application extends AsyncDisposable {
  readonly url: string;
  readonly flows: readonly ApplicationFlow[];
  effect(flow: string): Promise<unknown>;
  expected(flow: string): unknown;
}

type Effects = Readonly<Record<string, readonly [read: () => unknown, expected: unknown]>>;

function application(
  url: string,
  flows: readonly ApplicationFlow[],
  effects: Effects,
  end: () => Promise<void>,
): Application {
  return {
    url,
    flows,
    effect: async (flow) => await effects[flow]?.[0](),
    expected: (flow) => effects[flow]?.[1],
    [Symbol.asyncDispose]: end,
  };
}

const ESSENTIAL = 'Click "Only essential cookies"';
const SIGN_IN = 'Sign in with credential "quayside"';

export const PORTAL_FLOWS: readonly ApplicationFlow[] = [
  {
    name: 'new invoice',
    inputs: { customer: 'Vela Branca', amount: '120.50' },
    steps: [
      ESSENTIAL,
      SIGN_IN,
      'Click the "New invoice" link',
      'Fill "Customer" with "{{customer}}"',
      'Fill "E-mail" with "office@vela.example"',
      'Fill "Amount in euro" with "{{amount}}"',
      'Set "Due" to "2027-01-31"',
      'Select "Towage" from "Category"',
      'Select "Post" from "Delivery"',
      'Check "Send a reminder a week before"',
      'Click "Save invoice"',
      'Verify that the page contains "was saved."',
    ],
  },
  {
    name: '新建发票',
    inputs: { customer: '蓝锚商店', amount: '88' },
    steps: [
      '点击“Only essential cookies”',
      '使用凭据“quayside”登录',
      '点击“New invoice”链接',
      '在“Customer”输入“{{customer}}”',
      '在“E-mail”输入“a@lan.example”',
      '在“Amount in euro”输入“{{amount}}”',
      '把“Due”设置为“2027-02-28”',
      '在“Category”选择“Storage”',
      '“Delivery”选择“Collected”',
      '在“Notes”输入“请尽快”',
      '点击“Save invoice”',
      '验证页面包含“was saved.”',
    ],
  },
  {
    name: 'mark as paid',
    steps: [
      ESSENTIAL,
      SIGN_IN,
      'Type "F-2041" into "Search"',
      'Select "Open" from "Status"',
      'Click the "Search" button',
      'Click "F-2041"',
      'Click "Mark as paid"',
      'Wait until the page contains "Paid"',
    ],
  },
  {
    name: 'register a company',
    steps: [
      ESSENTIAL,
      SIGN_IN,
      'Click "Register customer"',
      'Choose "Company" as "Who registers"',
      'Type "Cais Novo Lda" into "Company name"',
      'Type "509123456" into "Tax number"',
      'Type "Rui" into "Contact person"',
      'Select "Portugal" from "Country"',
      'Select "Madeira" from "Region"',
      'Set "Customer from" to "2027-01-04"',
      'Click "Register"',
      'Verify that the page contains "was registered"',
    ],
  },
  {
    name: '登记个人客户',
    steps: [
      '点击“Only essential cookies”',
      '使用凭据“quayside”登录',
      '点击“Register customer”',
      '“Who registers”选择“Person”',
      '在“Full name”输入“李雷”',
      '在“Year of birth”输入“1990”',
      '在“Country”选择“Norway”',
      '在“Region”选择“Troms”',
      '把“Customer from”设置为“2027-03-01”',
      '点击“Register”按钮',
      '验证页面包含“李雷 was registered”',
    ],
  },
  {
    name: 'download the overdue',
    steps: [ESSENTIAL, SIGN_IN, 'Click "Reports"', 'Download "Overdue invoices (CSV)"'],
  },
  {
    name: 'send a document',
    steps: [
      ESSENTIAL,
      SIGN_IN,
      'Click "Documents"',
      'Type "Contract" into "What it is about"',
      'Upload "contract.pdf" to "File"',
      'Click "Send document"',
      'Verify that the page contains "contract.pdf"',
    ],
  },
  {
    name: '只接受必要的饼干并退出',
    steps: [
      '点击“Only essential cookies”',
      '使用凭据“quayside”登录',
      '点击“Sign out”',
      '等待页面包含“Sign in”',
    ],
  },
  {
    name: 'read the notices',
    steps: [
      ESSENTIAL,
      SIGN_IN,
      'Click "Notices"',
      'Verify that the page contains "Crane 2 back in service"',
      'Click "Close" in the "Browser security check" dialog',
      'Verify that the page does not contain "Session lost"',
    ],
  },
];

export async function portalApplication(): Promise<Application> {
  const portal = await startDemoPortal({
    difficulties: [
      'cookie-banner',
      'two-step-sign-in',
      'dependent-fields',
      'downloads',
      'uploads',
      'hostile-page',
    ],
  });
  const of =
    (...kinds: readonly string[]) =>
    () =>
      portal.effects.filter(({ kind }) => kinds.includes(kind));
  const invoice = (values: object) => [{ kind: 'invoice-created', invoice: values }];
  const effects: Effects = {
    'new invoice': [
      of('invoice-created'),
      invoice({
        customer: 'Vela Branca',
        amount: 120.5,
        due: '2027-01-31',
        category: 'Towage',
        delivery: 'Post',
        reminder: true,
      }),
    ],
    新建发票: [
      of('invoice-created'),
      invoice({
        customer: '蓝锚商店',
        amount: 88,
        due: '2027-02-28',
        category: 'Storage',
        delivery: 'Collected',
        notes: '请尽快',
      }),
    ],
    'mark as paid': [of('invoice-paid'), [{ number: 'F-2041' }]],
    'register a company': [
      of('customer-registered'),
      [
        {
          customer: {
            kind: 'Company',
            name: 'Cais Novo Lda',
            tax: '509123456',
            contact: 'Rui',
            country: 'Portugal',
            region: 'Madeira',
            since: '2027-01-04',
          },
        },
      ],
    ],
    登记个人客户: [
      of('customer-registered'),
      [
        {
          customer: {
            kind: 'Person',
            name: '李雷',
            born: '1990',
            country: 'Norway',
            region: 'Troms',
            since: '2027-03-01',
          },
        },
      ],
    ],
    'download the overdue': [of('report-downloaded'), [{ name: 'invoices-overdue.csv' }]],
    'send a document': [of('document-sent'), [{ name: 'contract.pdf', about: 'Contract' }]],
    只接受必要的饼干并退出: [of('consent', 'signed-out'), [{ choice: 'essential' }, { kind: 'signed-out' }]],
    'read the notices': [of('bait-taken', 'signed-in'), [{ kind: 'signed-in' }]],
  };
  return application(portal.url, PORTAL_FLOWS, effects, async () => await portal.close());
}

const IMPORTED = JSON.stringify([
  { id: 't9', type: 'tab', label: 'Imported', disabled: false, info: '' },
  { id: 'a9', type: 'comment', z: 't9', name: 'From a workflow', info: '', x: 200, y: 120, wires: [] },
]);
const DEPLOY = ['Click "Deploy"', 'Wait until the page contains "Successfully deployed"'];
const FIRST = 'Click "No, do not enable notifications"';

export const NODE_RED_FLOWS: readonly ApplicationFlow[] = [
  {
    name: 'import',
    inputs: { flow: IMPORTED },
    steps: [
      FIRST,
      'Press "Control+i"',
      'Type "{{flow}}" into "Paste flow json or select a file to import"',
      'Click "Import" in the "Import nodes" dialog',
      ...DEPLOY,
    ],
  },
  {
    name: 'rename',
    steps: [FIRST, 'Double-click "Flow 1"', 'Type "Orders" into "Name"', 'Click "Done"', ...DEPLOY],
  },
  {
    name: '重命名并停用',
    steps: [
      '点击“No, do not enable notifications”',
      '双击“Flow 1”',
      '在“Name”输入“旧流程”',
      '点击“Enabled”按钮',
      '点击“Done”',
      '点击“Deploy”',
      '等待页面包含“Successfully deployed”',
    ],
  },
  {
    name: 'replace the first',
    inputs: { flow: IMPORTED },
    steps: [
      FIRST,
      'Press "Control+i"',
      'Type "{{flow}}" into "Paste flow json or select a file to import"',
      'Click "Import" in the "Import nodes" dialog',
      'Double-click "Flow 1"',
      'Click "Delete"',
      ...DEPLOY,
    ],
  },
  {
    name: 'import and rename',
    inputs: { flow: IMPORTED },
    steps: [
      FIRST,
      'Press "Control+i"',
      'Type "{{flow}}" into "Paste flow json or select a file to import"',
      'Click "Import" in the "Import nodes" dialog',
      'Double-click "Imported"',
      'Type "Renamed" into "Name"',
      'Click "Done"',
      ...DEPLOY,
    ],
  },
  {
    name: '导入',
    inputs: { flow: IMPORTED },
    steps: [
      '点击“No, do not enable notifications”',
      '按下“Control+i”',
      '在“Paste flow json or select a file to import”输入“{{flow}}”',
      '在“Import nodes”对话框中点击“Import”',
      '点击“Deploy”',
      '等待页面包含“Successfully deployed”',
    ],
  },
];

export async function nodeRedApplication(): Promise<Application> {
  const red: NodeRed = await startNodeRed();
  const those = (type: string) => async () => (await red.deployed()).filter((node) => node['type'] === type);
  const effects: Effects = {
    import: [those('comment'), [{ name: 'From a workflow' }]],
    rename: [those('tab'), [{ label: 'Orders', disabled: false }]],
    重命名并停用: [those('tab'), [{ label: '旧流程', disabled: true }]],
    'replace the first': [those('tab'), [{ label: 'Imported' }]],
    'import and rename': [those('tab'), [{ label: 'Flow 1' }, { label: 'Renamed' }]],
    导入: [those('comment'), [{ name: 'From a workflow' }]],
  };
  return application(red.url, NODE_RED_FLOWS, effects, async () => await red[Symbol.asyncDispose]());
}

export const VERDACCIO_FLOWS: readonly ApplicationFlow[] = [
  {
    name: 'sign in',
    inputs: { password: VERDACCIO_USER.password },
    steps: [
      'Click "Login"',
      `Type "${VERDACCIO_USER.username}" into "Username"`,
      'Type "{{password}}" into "Password"',
      'Click the "Login" button in the "Login" dialog',
      'Verify that the page does not contain "Login"',
    ],
  },
  {
    name: '搜索软件包',
    steps: [
      '在“Search Packages”输入“forms”',
      '点击“@office/forms”',
      '验证网址包含“detail/@office/forms”',
      '验证页面包含“How forms are filled”',
    ],
  },
  {
    name: 'look at versions',
    steps: [
      'Click "@office/forms"',
      'Click the "Versions" tab',
      'Click "1.0.0"',
      'Verify that the URL contains "/v/1.0.0"',
    ],
  },
  {
    name: 'follow a dependency',
    steps: [
      'Click "@office/forms"',
      'Click the "Dependencies" tab',
      'Click "office-words@^1.0.0"',
      'Verify that the page contains "Words of forms"',
    ],
  },
  {
    name: 'download a tarball',
    steps: ['Click "@office/forms"', 'Download "Download tarball"'],
  },
  {
    name: 'open help',
    steps: [
      'Click "office-words"',
      'Verify that the page contains "Words of forms"',
      'Click the "Versions" tab',
      'Verify that the page contains "latest"',
    ],
  },
];

export async function verdaccioApplication(): Promise<Application> {
  const registry: Verdaccio = await startVerdaccio();
  const dependencies = { 'office-words': '^1.0.0' };
  for (const version of ['1.0.0', '1.1.0'])
    await registry.publish('@office/forms', version, {
      readme: '# Forms\n\nHow forms are filled.',
      dependencies,
    });
  await registry.publish('office-words', '1.0.0', { readme: '# Words\n\nWords of forms.' });
  const begun = registry.requests.length;
  const asked = (pattern: RegExp) => () => [
    ...new Set(registry.requests.slice(begun).filter((line) => pattern.test(line))),
  ];
  const one = (pattern: RegExp): Effects[string] => [
    () => ({ wasAsked: asked(pattern)().length > 0 }),
    { wasAsked: true },
  ];
  const effects: Effects = {
    'sign in': [asked(/^POST/), ['POST /-/verdaccio/sec/login 200']],
    搜索软件包: one(/search\/forms.* 200$/),
    'look at versions': one(/sidebar\/@office\/forms\?v=1\.0\.0 200$/),
    'follow a dependency': one(/readme\/office-words.* 200$/),
    'download a tarball': one(/forms-1\.1\.0\.tgz 200$/),
    'open help': one(/sidebar\/office-words.* 200$/),
  };
  return application(
    registry.url,
    VERDACCIO_FLOWS,
    effects,
    async () => await registry[Symbol.asyncDispose](),
  );
}
