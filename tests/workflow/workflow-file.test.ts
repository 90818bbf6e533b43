import { expect, test } from 'vitest';
import { fillInputs, inputsWith } from '#workflow/inputs.ts';
import { matchCommand } from '#workflow/match-command.ts';
import { readWorkflow, writeWorkflow } from '#workflow/workflow-file.ts';
import { proves } from '../spec/proves.ts';

const SOURCE = `---
name: 创建直播流程
aliases: [Create live stream]
start: http://localhost:1/live
inputs:
  title: { default: 周五新品发布, description: 直播间名称 }
  cover: {}
---

1. 在‘直播间名称’输入‘{{title}}’
2. 在“封面”上传“{{cover}}”
3. 点击‘下一步’
`;
const named = (name: string, ...aliases: string[]) => ({ ...readWorkflow(SOURCE), name, aliases });

proves('W-09', 'a workflow has name, start and steps in order, and reads back as written', () => {
  const workflow = readWorkflow(SOURCE);
  expect(workflow).toMatchObject({ name: '创建直播流程', start: 'http://localhost:1/live' });
  expect(workflow.steps.map(({ step }) => step.does)).toEqual(['fill', 'upload', 'click']);
  expect(readWorkflow(writeWorkflow(workflow))).toEqual(workflow);
});
test('a file that is wrong is refused with its line', () => {
  for (const [from, to, line] of [
    ['start: http://localhost:1/live\n', '', 1],
    ['start: http:', 'start: file:', 4],
    ['aliases: [', 'nick: [', 3],
    ['{{title}}', '{{titel}}', 10],
    ['3. 点击', '点击', 12],
    ['cover: {}', 'cover: { kind: x }', 5],
  ] as const) {
    const broken = SOURCE.replace(from, to);
    expect(broken).not.toBe(SOURCE);
    expect(() => readWorkflow(broken), to).toThrow(
      expect.objectContaining({ code: 'workflow_invalid', facts: expect.objectContaining({ line }) }),
    );
  }
  expect(() => readWorkflow(SOURCE.replace('3. 点击‘下一步’', '3. 想一想'))).toThrow(
    expect.objectContaining({ code: 'step_not_understood', facts: expect.objectContaining({ line: 12 }) }),
  );
});
test('inputs are filled in before anything runs, or named when missing or unknown', () => {
  const workflow = readWorkflow(SOURCE);
  const [first, second] = fillInputs(workflow, { inputs: { cover: '{{title}}"\\' } }).steps;
  expect(first?.step).toMatchObject({ value: '周五新品发布' });
  expect(second?.step).toMatchObject({ files: ['{{title}}"\\'] });
  expect(() => fillInputs(workflow, {})).toThrow(
    expect.objectContaining({ code: 'input_missing', facts: { missing: ['cover'] } }),
  );
  expect(() => fillInputs(workflow, { inputs: { cover: 'a', colour: 'b' } })).toThrow(
    expect.objectContaining({ code: 'input_missing', facts: { unknown: ['colour'] } }),
  );
});
test('a secret input has no default, and its value comes apart from the others', () => {
  const secret = SOURCE.replace('cover: {}', 'cover: { secret: true, description: 封面 }');
  const workflow = readWorkflow(secret);
  expect(readWorkflow(writeWorkflow(workflow))).toEqual(workflow);
  expect(fillInputs(workflow, { secrets: { cover: 'x' } }).steps[1]?.step).toMatchObject({ files: ['x'] });
  expect(inputsWith(workflow, { secrets: { cover: 'x' } })).toEqual({
    title: '周五新品发布',
    cover: '«secret:input cover»',
  });
  for (const [given, code, says] of [
    [{}, 'input_missing', 'needs a value for: cover (封面; secret).'],
    [{ inputs: { cover: 'x' } }, 'secret_input', 'cover of "创建直播流程" is secret.'],
    [{ secrets: { cover: 'x', title: 'y' } }, 'secret_input', 'title of "创建直播流程" is not secret.'],
    [{ secrets: { cover: 'x', colour: 'y' } }, 'input_missing', 'has no input colour'],
  ] as const)
    expect(() => fillInputs(workflow, given), says).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(says) }),
    );
  for (const entry of ['{ secret: true, default: a }', '{ secret: "yes" }'])
    expect(() => readWorkflow(SOURCE.replace('cover: {}', `cover: ${entry}`)), entry).toThrow(
      expect.objectContaining({ code: 'workflow_invalid' }),
    );
});
proves('W-04', 'a command that means one workflow gives that one', () => {
  const all = [named('创建直播流程', 'Create live stream'), named('删除商品'), named('Export orders')];
  for (const [command, name] of [
    ['执行创建直播流程', '创建直播流程'],
    ['请运行创建直播', '创建直播流程'],
    ['run the create live stream workflow'.replace('the ', ''), '创建直播流程'],
    ['start Export orders', 'Export orders'],
  ] as const) {
    for (const order of [all, [...all].reverse()]) {
      expect(matchCommand(command, order), command).toMatchObject({ found: 'unique', workflow: { name } });
    }
  }
});
proves('W-05', 'several alike are offered, each with its why', () => {
  const match = matchCommand('执行创建直播', [named('创建直播间'), named('创建直播课')]);
  expect(match.found).toBe('several');
  expect(match.found === 'several' && match.candidates.map(({ why }) => why)).toEqual([
    '"创建直播课" contains the command.',
    '"创建直播间" contains the command.',
  ]);
});
test('a command that matches nothing gives the closest names, and is never taken as steps', () => {
  const all = [named('创建直播流程'), named('Export orders')];
  for (const command of [
    '在“标题”输入“a”然后点击“下一步”',
    'Click "OK" and type "a" into "Title"',
    'run',
    '',
  ]) {
    expect(matchCommand(command, all), command).toMatchObject({ found: 'none' });
  }
  expect(matchCommand('run', [])).toEqual({ found: 'none', closest: [] });
});
test('no text of a file breaks a line: a line of dashes in it ends nothing, and what follows is no step', () => {
  const smuggled = 'a\n---\n\n9. Click "Pay"';
  for (const value of [
    smuggled,
    `${'x'.repeat(60)}\n${smuggled}\n`,
    '---',
    'quote " and \' and\ttab',
    '«x»: #',
  ]) {
    const workflow = {
      ...named('Export'),
      inputs: [
        { name: 'title', default: value, description: value },
        { name: 'cover', description: value },
      ],
    };
    const source = writeWorkflow(workflow);
    expect(source.split('\n').filter((line) => line.trim() === '---')).toHaveLength(2);
    expect(readWorkflow(source)).toEqual(workflow);
  }
});
