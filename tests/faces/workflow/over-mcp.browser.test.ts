import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpService } from '#transports/http/serve-http.ts';
import { tokenOf } from '#transports/token-file.ts';
import { proves } from '../../spec/proves.ts';
import { openSite, type Site } from '../../support/site.ts';
import {
  CLIENT_KINDS,
  type ClientKind,
  connectHttp,
  type Person,
  type ToldProgress,
} from '../../transports/support/clients.ts';
import { freshFolder } from '../../transports/support/echo-cli.ts';
import { servePortal, settingsIn } from '../../transports/support/portal-server.ts';

// What an assistant has: the tools over the protocol, with real clients, and a person behind some of them.
const PAGES = {
  '/new': `<!doctype html><meta charset="utf-8"><title>New</title><form action="/saved">
    <label>直播间名称 <input name="title"></label><button>保存</button></form>`,
  '/saved': '<!doctype html><meta charset="utf-8"><title>Saved</title><p>创建成功</p><button>Late</button>',
};

let folder: string;
let dataDir: string;
let site: Site;
let service: HttpService;
let opened = 0;

beforeAll(async () => {
  dataDir = freshFolder();
  folder = join(dataDir, 'workflows');
  site = await openSite(PAGES);
  await mkdir(folder);
  const write = async (name: string, front: string, ...steps: readonly string[]) =>
    await writeFile(
      join(folder, `${name}.md`),
      `---\nname: ${name}\nstart: ${site.origin}/new\n${front}---\n\n${steps.map((step, at) => `${at + 1}. ${step}`).join('\n')}\n`,
    );
  await write(
    '创建直播流程',
    'aliases: [create broadcast]\ninputs:\n  title: { description: 直播间名称 }\n',
    '在“直播间名称”输入“{{title}}”',
    '点击“保存”',
    '验证页面包含“创建成功”',
  );
  await write('创建直播间', '', '点击“保存”');
  await write(
    'with pin',
    'inputs:\n  pin: { secret: true }\n',
    'Type "{{pin}}" into "直播间名称"',
    '点击“保存”',
  );
  await write('save nothing', '', 'Click "Send"', 'Click "保存"');
  await write('wait long', '', 'Click "保存"', 'Wait until the page contains "never"', 'Click "Late"');
  await write(
    'go outside',
    '',
    'Type "once" into "直播间名称"',
    'Click "保存"',
    'Open "http://portal.invalid/"',
    'Click "Late"',
  );
  service = await servePortal(
    settingsIn(dataDir, { hosts: [`127.0.0.1:${site.port}`], workflows: [folder] }),
  );
});
afterAll(async () => {
  await service.stop(0);
  await site.close();
});

async function connect(kind: ClientKind, face: 'portal' | 'workflow' = 'workflow', person?: Person) {
  opened += 1;
  const url = `${service.origin}/mcp/${face}/w${opened}`;
  return await connectHttp(kind, url, tokenOf(dataDir), undefined, person);
}

/** How often a form was sent. */
const sent = () => site.requests.filter(({ path }) => path.startsWith('/saved')).length;

describe.each(CLIENT_KINDS)('a %s client', (kind) => {
  proves(
    ['W-01', 'W-04', 'W-17', 'W-20'],
    'runs by a short command, hears of each step, and gets what was done with the page as it is',
    async () => {
      const client = await connect(kind);
      expect(await client.tools()).toEqual(['workflow_list', 'workflow_match', 'workflow_run']);
      const heard: ToldProgress[] = [];
      const { text, isError } = await client.call(
        'workflow_run',
        { command: '执行创建直播流程', inputs: { title: '周五新品发布' } },
        undefined,
        (told) => heard.push(told),
      );
      expect(text).toMatch(/^succeeded: "创建直播流程" Done and checked: 3 of 3 steps\. \(run_/);
      expect(isError).toBe(false);
      expect(text).toContain('ok 2. 点击“保存”');
      expect(text).toContain('button "Late"');
      expect(heard.map(({ progress, total }) => [progress, total])).toEqual([
        [1, 3],
        [2, 3],
        [3, 3],
      ]);
      expect(heard[0]?.message).toBe('ok 1. 在“直播间名称”输入“{{title}}”');
      await client.close();
    },
  );

  test('cancels a run, and no later step of it is done', async () => {
    const client = await connect(kind);
    const stop = new AbortController();
    const calling = client.call('workflow_run', { name: 'wait long' }, stop.signal, ({ progress }) => {
      if (progress === 1) stop.abort();
    });
    await expect(calling).rejects.toThrow();
    await expect
      .poll(async () => (await runsOf()).find(({ workflow }) => workflow === 'wait long')?.state, {
        timeout: 10_000,
      })
      .toBe('failed');
    await client.close();
  });

  proves('W-52', 'is asked in the middle of a run, and what was done before is not done again', async () => {
    const questions: string[] = [];
    const client = await connect(kind, 'workflow', (question) => {
      questions.push(question);
      return true;
    });
    const before = sent();
    const { text } = await client.call('workflow_run', { name: 'go outside' });
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain('http://portal.invalid/');
    // The name leads nowhere: the step was let through, and failed at that.
    expect(text).toMatch(/^failed: "go outside" Step 3 failed/);
    expect(text).not.toContain('ok 2.');
    expect(sent() - before).toBe(1);
    await client.close();
  });
});

async function runsOf(): Promise<readonly { id: string; workflow: string; state: string }[]> {
  const reply = await fetch(`${service.origin}/v1/runs`, {
    headers: { Authorization: `Bearer ${tokenOf(dataDir)}` },
  });
  return ((await reply.json()) as { runs: { id: string; workflow: string; state: string }[] }).runs;
}

describe('the tools', () => {
  proves(['W-05', 'W-06'], 'say which a command may mean; the one that is named is run', async () => {
    const client = await connect('v1');
    const before = site.requests.length;
    const several = await client.call('workflow_run', { command: '创建直' });
    expect(several.isError).toBe(true);
    expect(several.text).toMatch(/^several: nothing was started\./);
    expect(several.text).toContain('"创建直播流程" (also "create broadcast"): 3 steps from ');
    expect(several.text).toContain('"创建直播间": 1 steps from ');
    expect(site.requests.length).toBe(before);
    const run = await client.call('workflow_run', { name: '创建直播间' });
    expect(run.text).toMatch(/^succeeded: "创建直播间"/);
    await client.close();
  });

  proves(['W-07', 'W-08', 'W-02'], 'start nothing when no workflow is meant', async () => {
    const client = await connect('v1');
    const before = (await runsOf()).length;
    for (const command of ['删除所有数据', '在“标题”输入“a”然后点击“保存”']) {
      const { text, isError } = await client.call('workflow_run', { command });
      expect(isError).toBe(true);
      expect(text).toMatch(/^none: no saved workflow is meant; nothing was started\./);
    }
    expect((await runsOf()).length).toBe(before);
    await client.close();
  });

  test.each([
    [{}, 'invalid_arguments', 'give either `name` or `command`'],
    [{ name: 'a', command: 'b' }, 'invalid_arguments', 'give either `name` or `command`'],
    [{ name: 'nobody' }, 'workflow_not_found', 'There is: "'],
    [{ name: '创建直播流程' }, 'input_missing', 'title (直播间名称)'],
    [{ name: '创建直播流程', inputs: { title: 'a', other: 'b' } }, 'input_missing', 'has no input other'],
    [{ name: '创建直播间', from: 2 }, 'invalid_arguments', 'There is no step 2'],
    [{ name: '创建直播间', form: 1 }, 'invalid_arguments', 'form'],
  ])('refuse %j', async (args, code, words) => {
    const client = await connect('v1');
    const before = site.requests.length;
    const { text, isError } = await client.call('workflow_run', args);
    expect(isError).toBe(true);
    expect(text).toMatch(new RegExp(`^browser\\.${code}: `));
    expect(text).toContain(words);
    expect(site.requests.length).toBe(before);
    await client.close();
  });

  test('take no secret from a model, and say who gives it', async () => {
    const client = await connect('v1');
    expect((await client.call('workflow_list', {})).text).toContain('pin, a secret that only a person gives');
    const before = site.requests.length;
    const given = await client.call('workflow_run', { name: 'with pin', inputs: { pin: 'canary-55' } });
    expect(given.text).toMatch(/^browser\.secret_input: pin of "with pin" is secret\./);
    expect(given.text).not.toContain('canary-55');
    const missing = await client.call('workflow_run', { name: 'with pin' });
    expect(missing.text).toMatch(/^browser\.input_missing: .*pin \(secret\)/);
    expect(site.requests.length).toBe(before);
    await client.close();
  });

  test('a step that failed is told with whether it was sent, and the page it stands on', async () => {
    const client = await connect('v1');
    const { text, isError } = await client.call('workflow_run', { name: 'save nothing' });
    expect(isError).toBe(true);
    expect(text).toContain('FAILED 1. Click "Send": Nothing on the page is called "Send".');
    expect(text).toContain('Step 1 was not sent. Tell the user;');
    expect(text).toMatch(/button "保存" \[[^\]]+\]/);
    // A person decides to go on: from the second step, on the page as it is.
    const on = await client.call('workflow_run', { name: 'save nothing', from: 2 });
    expect(on.text).toMatch(/^succeeded: "save nothing" Done and checked: 1 of 1 steps\./);
    await client.close();
  });

  test('the same call while the question waits, or after a no, does nothing again', async () => {
    const client = await connect('v1');
    const before = sent();
    const first = await client.call('workflow_run', { name: 'go outside' });
    const [gate] = /gate_[\w-]+/.exec(first.text) ?? [];
    expect(first.text).toContain(`Step 3 waits for a person's word (${gate})`);
    const again = await client.call('workflow_run', { name: 'go outside' });
    expect(again.text).toMatch(/^browser\.run_held: Step 3 of this run still waits/);
    await answer(gate, false);
    const declined = await client.call('workflow_run', { name: 'go outside' });
    expect(declined.text).toMatch(/^browser\.run_held: Nobody has allowed step 3/);
    expect(sent() - before).toBe(1);
    await client.close();
  });

  async function answer(gate: string | undefined, approve: boolean): Promise<void> {
    const headers = { Authorization: `Bearer ${tokenOf(dataDir)}` };
    const waiting = await fetch(`${service.origin}/v1/approvals`, { headers });
    const { gates } = (await waiting.json()) as { gates: { gate: string; token: string }[] };
    const token = gates.find((each) => each.gate === gate)?.token;
    await fetch(`${service.origin}/v1/approvals`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ token, approve }),
    });
  }

  test('stand beside those that browse, where a folder is named; whoever has them alone saves nothing', async () => {
    const portal = await connect('v1', 'portal');
    const names = await portal.tools();
    expect(names).toContain('browser_click');
    expect(names.filter((name) => name.startsWith('workflow_'))).toEqual([
      'workflow_list',
      'workflow_match',
      'workflow_run',
      'workflow_save',
    ]);
    expect(portal.instructions).toContain('workflow_run');
    const listed = await portal.call('workflow_list');
    expect(listed.text).toContain('Inputs: title: 直播间名称.');
    await portal.close();
    const alone = await connect('v1');
    const refused = await alone.call('workflow_save', { name: 'mine' });
    expect(refused.isError).toBe(true);
    expect(await readdir(folder)).toHaveLength(6);
    await alone.close();
  });
});
