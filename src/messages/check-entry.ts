import { type Bag, isBag, listOf, type Report } from './broken-rule.ts';
import { isMember, isOptional, MEMBER_NAMES } from './members.ts';
import { TOOLSET_NAME, TOOLSET_TYPE } from './wire.ts';

const STREAMING_BETA = 'fine-grained-tool-streaming-2025-05-14';

/** Models that take the toolset, by the beginnings of their names. */
export const USUAL_MODELS = [
  'claude-fable-5',
  'claude-mythos-5',
  'claude-opus-4-8',
  'claude-opus-5',
  'claude-sonnet-5',
  'claude-haiku-5-5',
] as const;

/** The toolset's entry and what the request says around it. */
export function checkEntry(
  body: Bag,
  { models, betas }: { readonly models: readonly string[]; readonly betas: readonly string[] },
  report: Report,
): void {
  const tools = listOf(body['tools']);
  const entries = tools.flatMap((tool, place) =>
    isBag(tool) && tool['type'] === TOOLSET_TYPE ? [{ tool, path: `tools[${place}]` }] : [],
  );
  for (const { tool, path } of entries) {
    checkOne(tool, path, report);
    if (isDeferred(tool)) checkDeferred(tool, path, tools, report);
  }
  if (entries.length > 1)
    report('E11', 'tools', 'There are two browser toolset entries.', 'Keep one and join their configs.');
  tools.forEach((tool, place) => {
    if (isBag(tool) && tool['type'] !== TOOLSET_TYPE && tool['name'] === TOOLSET_NAME)
      report('E11', `tools[${place}].name`, 'Another tool is named browser.', 'Give it another name.');
  });
  if (entries.length === 0) return;
  if ([...betas, ...listOf(body['betas'])].includes(STREAMING_BETA))
    report('E9', 'betas', `The beta ${STREAMING_BETA} does not go with the toolset.`, 'Leave it out.');
  const choice = body['tool_choice'];
  if (isBag(choice) && choice['type'] === 'tool') {
    const name = String(choice['name'] ?? '');
    if (name === TOOLSET_NAME || isMember(name))
      report(
        'E10',
        'tool_choice.name',
        `${name} cannot be forced: it is the toolset or a member of it.`,
        'Use auto, any or none.',
      );
  }
  const { model } = body;
  if (typeof model === 'string' && models.length > 0 && !models.some((known) => model.startsWith(known)))
    report(
      'E12',
      'model',
      `${model} is not known to take the toolset.`,
      'Choose another model, or give the list of models that do.',
    );
}

function checkOne(entry: Bag, path: string, report: Report): void {
  if (entry['name'] !== undefined)
    report('E1', `${path}.name`, 'The entry has a name.', 'Leave it out: the toolset has none.');
  for (const field of ['strict', 'input_examples'])
    if (entry[field] !== undefined && entry[field] !== null && entry[field] !== false)
      report(
        'E2',
        `${path}.${field}`,
        `The entry has ${field}.`,
        'Leave it out: members cannot be given either.',
      );
  if (entry['defer_loading'] !== undefined)
    report(
      'E3',
      `${path}.defer_loading`,
      'The entry itself is deferred.',
      'Set defer_loading in configs, the same for every member that is on.',
    );
  const callers = entry['allowed_callers'];
  if (callers !== undefined && callers !== null && JSON.stringify(callers) !== '["direct"]')
    report(
      'E8',
      `${path}.allowed_callers`,
      'Others than the model itself may call.',
      'Use ["direct"] or leave it out.',
    );
  checkConfigs(entry['configs'], `${path}.configs`, report);
}

/** Whether every member that is on is deferred, and one is on. */
function isDeferred(entry: Bag): boolean {
  const configs = isBag(entry['configs']) ? entry['configs'] : {};
  const on = MEMBER_NAMES.map((name) => ({ name, config: isBag(configs[name]) ? configs[name] : {} })).filter(
    ({ name, config }) => config['enabled'] ?? !isOptional(name),
  );
  return on.length > 0 && on.every(({ config }) => config['defer_loading'] === true);
}

function checkDeferred(entry: Bag, path: string, tools: readonly unknown[], report: Report): void {
  const canSearch = tools.some(
    (tool) =>
      isBag(tool) && String(tool['type']).startsWith('tool_search_tool') && tool['defer_loading'] !== true,
  );
  if (!canSearch)
    report(
      'W6',
      `${path}.configs`,
      'Every member is deferred, and nothing finds them.',
      'Add a tool search tool that is not deferred.',
    );
  if (entry['cache_control'] !== undefined && entry['cache_control'] !== null)
    report('W7', `${path}.cache_control`, 'The entry is deferred and kept.', 'Leave cache_control out.');
}

function checkConfigs(configs: unknown, path: string, report: Report): void {
  const given = isBag(configs) ? configs : {};
  for (const [name, config] of Object.entries(given)) {
    if (!isMember(name))
      report('E4', `${path}.${name}`, `There is no member ${name}.`, `Members: ${MEMBER_NAMES.join(', ')}.`);
    for (const field of Object.keys(isBag(config) ? config : {}))
      if (field !== 'enabled' && field !== 'defer_loading')
        report(
          'E5',
          `${path}.${name}.${field}`,
          `A member has no ${field}.`,
          'It has enabled and defer_loading.',
        );
  }
  const of = (name: string, field: string): unknown => {
    const config = given[name];
    return isBag(config) ? (config[field] ?? undefined) : undefined;
  };
  const enabled = MEMBER_NAMES.filter((name) => of(name, 'enabled') ?? !isOptional(name));
  if (enabled.length === 0)
    report('E7', path, 'No member is on.', 'Leave the entry out, or switch a member on.');
  if (new Set(enabled.map((name) => of(name, 'defer_loading') ?? false)).size > 1)
    report(
      'E6',
      path,
      'Some members that are on are deferred and some are not.',
      'Give defer_loading the same value for all of them.',
    );
}
