import { describe, expect, test } from 'vitest';
import { launchSwitches, sandboxChoice } from '#browser/launch-flags.ts';

const switches = (
  args: readonly string[] = [],
  more: { readonly sandbox?: boolean; readonly headless?: boolean } = {},
) =>
  launchSwitches({
    headless: true,
    sandbox: true,
    proxyServer: 'http://127.0.0.1:9',
    profileDir: '/profiles/one',
    args,
    ...more,
  });

const featuresOf = (list: readonly string[], name: string) =>
  list.filter((each) => each.startsWith(`--${name}=`)).map((each) => each.slice(name.length + 3).split(','));

describe('the switches of a browser', () => {
  test('features that a caller switches off are merged into one switch', () => {
    const lists = featuresOf(switches(['--disable-features=OneThing,Another']), 'disable-features');
    expect(lists).toHaveLength(1);
    expect(lists[0]).toEqual(expect.arrayContaining(['OneThing', 'Another', 'AutofillServerCommunication']));
  });

  test('features that a caller switches on are merged, and never switch on what is off', () => {
    const lists = featuresOf(switches(['--enable-features=OneThing,DnsOverHttps']), 'enable-features');
    expect(lists).toHaveLength(1);
    expect(lists[0]).toContain('OneThing');
    expect(lists[0]).not.toContain('DnsOverHttps');
  });

  test('no switch is given twice', () => {
    const names = switches().map((each) => each.split('=')[0]);
    expect(names).toEqual([...new Set(names)]);
  });

  test('the sandbox is on unless it is switched off', () => {
    expect(switches()).not.toContain('--no-sandbox');
    expect(switches([], { sandbox: false })).toContain('--no-sandbox');
  });

  test('a window is shown unless headless', () => {
    expect(switches()).toContain('--headless');
    expect(switches([], { headless: false })).not.toContain('--headless');
  });

  test.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-address=0.0.0.0',
    '--user-data-dir=/tmp/x',
    '--proxy-server=direct://',
    '--no-proxy-server',
    '--proxy-bypass-list=*',
    '--proxy-pac-url=http://a.test/p',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--load-extension=/tmp/x',
    '--disable-web-security',
  ])('a switch that would undo the boundary is refused: %s', (given) => {
    expect(() => switches([given])).toThrowError(expect.objectContaining({ code: 'invalid_arguments' }));
  });

  test.each(['https://example.test', '-remote-debugging-port=1', '', '--', '--Proxy-Server=x'])(
    'what is not a switch is refused: "%s"',
    (given) => {
      expect(() => switches([given])).toThrowError(expect.objectContaining({ code: 'invalid_arguments' }));
    },
  );

  test('a browser without its sandbox is said', () => {
    expect(sandboxChoice(false)).toEqual({
      sandbox: false,
      note: 'The browser runs without its sandbox, as asked.',
    });
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
    expect(sandboxChoice(true).sandbox).toBe(!isRoot);
    expect(sandboxChoice(true).note === undefined).toBe(!isRoot);
  });
});
