import { afterAll, beforeAll, expect } from 'vitest';
import type { Cover } from '#browser/cover-secrets.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { openSignInSite, PASSWORD, type SignInSite, USER } from '../support/sign-in-site.ts';
import { openSite, type Site } from '../support/site.ts';
import { addCredential } from '../support/vault-bench.ts';

const SECRETS = ['Aq7-canary-one', 'Zx3-kanari-two'] as const;

/** Shows a value in every place that a picture has; of the same size whatever the value. */
const shows = (value: string) => `<!doctype html><meta charset=utf-8><title>Shows</title><style>
body{margin:0;font:16px monospace} p,input,span,textarea{width:300px;height:22px;overflow:hidden;font:16px monospace;margin:4px}</style>
<p>${value}</p><input value="${value}"><input type=password value="${value}"><textarea>${value}</textarea>
<p><span>${value.slice(0, 5)}</span><span>${value.slice(5)}</span></p><p>${value.toUpperCase()}</p><p>${btoa(value)}</p>
<x-open></x-open><x-closed></x-closed><iframe width=400 height=60 srcdoc="<p style='font:16px monospace'>${value}</p>"></iframe>
<div style="height:1500px"></div><p>${value}</p><dialog style="width:300px;height:60px;margin:0;top:500px;left:20px"><p>${value}</p></dialog>
<script>for (const [tag, mode] of [['x-open', 'open'], ['x-closed', 'closed']]) customElements.define(tag, class extends HTMLElement {
  constructor() { super(); this.attachShadow({ mode }).innerHTML = '<p style="font:16px monospace;width:300px;height:22px">${value}</p>'; } });
  document.querySelector('dialog').showModal();</script>`;

let bench: PortalBench;
let site: Site;
let signIn: SignInSite;
let client: PortalClient;

beforeAll(async () => {
  signIn = await openSignInSite();
  site = await openSite({
    '/0': shows(SECRETS[0]),
    '/1': shows(SECRETS[1]),
    '/removes': `${shows(SECRETS[0])}<script>new MutationObserver((records) => { for (const { addedNodes } of records) for (const node of addedNodes) if (node.popover) node.remove(); }).observe(document.documentElement, { childList: true });</script>`,
    '/unmarks': `${shows(SECRETS[0])}<script>new MutationObserver((records) => { for (const { target, attributeName } of records) if (attributeName?.startsWith('data-')) target.removeAttribute(attributeName); }).observe(document, { subtree: true, attributes: true });</script>`,
  });
  bench = await PortalBench.open({ vaults: ['default'], callTimeoutMs: 4_000 });
  await addCredential(bench.dataDir, {
    id: 'right',
    hosts: [`127.0.0.1:${signIn.port}`],
    username: USER,
    password: PASSWORD,
  });
  client = await bench.client();
  for (const [place, value] of SECRETS.entries()) client.session.secrets.learn(`canary ${place}`, value);
});

afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await Promise.all([site.close(), signIn.close()]);
});

async function picture(path: string, covers?: readonly Cover[], fullPage = false): Promise<Buffer> {
  await client.ok('browser_navigate', { url: `${site.origin}${path}` });
  const page = client.session.openContext?.current;
  if (page === undefined) throw new Error('no tab');
  const secrets = client.session.secrets.own;
  const taken = await page.takePicture({
    timeoutMs: 8_000,
    secrets,
    fullPage,
    ...(covers ? { covers } : {}),
  });
  return taken.png;
}

proves(
  ['S-22', 'V2'],
  'a picture is the same whatever the secret: by both covers, and by either alone',
  async () => {
    for (const covers of [undefined, ['overlay'], ['mask']] as const)
      expect((await picture('/0', covers)).equals(await picture('/1', covers)), String(covers)).toBe(true);
    expect((await picture('/0', undefined, true)).equals(await picture('/1', undefined, true))).toBe(true);
    // That the pictures can differ at all.
    expect((await picture('/0', [])).equals(await picture('/1', []))).toBe(false);
  },
  90_000,
);

proves(
  'S-51',
  'a page that takes a cover away gets no picture taken',
  async () => {
    for (const path of ['/removes', '/unmarks']) await expect(picture(path)).rejects.toThrow(/no picture/);
    const stored = await bench.broker.journal.artifacts.list({
      session: client.session.id,
      kind: 'screenshot',
    });
    expect(stored).toEqual([]);
  },
  60_000,
);

proves(
  'S-23',
  'no picture is taken between the typing and the sending',
  async () => {
    const other = await bench.client();
    await other.ok('browser_navigate', { url: `${signIn.origin}/to-silent` });
    const { session } = other;
    const login = other.ok('browser_login', { credentialId: 'right' });
    await expect.poll(() => session.secrets.seal.isFilling, { timeout: 3_000, interval: 5 }).toBe(true);
    await expect(session.pictureForGate()).rejects.toMatchObject({ code: 'sealed' });
    await login;
    expect(await bench.broker.journal.artifacts.list({ session: session.id, kind: 'screenshot' })).toEqual(
      [],
    );
  },
  30_000,
);
