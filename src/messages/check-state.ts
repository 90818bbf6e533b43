import { type Bag, isBag, listOf, type Report } from './broken-rule.ts';
import { isSound } from './fold-text.ts';
import { FIELD_LIMIT, MOST_CHANGES, MOST_TABS } from './limits.ts';

const CHANGE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  tab_opened: ['tab_id'],
  download_started: ['download_id', 'url'],
  download_completed: ['download_id', 'url', 'path', 'size_bytes'],
  download_failed: ['download_id', 'url', 'error'],
};
const TAB_FIELDS = ['tab_id', 'title', 'url'];
const NOT_NEEDED = new Set(['path', 'size_bytes', 'error']);
const TEXT_FIELDS = ['tab_id', 'title', 'url', 'download_id', 'path', 'error'];
const IDS = new Set(['tab_id', 'download_id']);

/** One state block: its tabs, its changes, and the limits of all their fields. */
export function checkState(block: Bag, path: string, report: Report): void {
  if (!Array.isArray(block['tabs']))
    report('R13', `${path}.tabs`, 'There is no list of tabs.', 'List every open tab, or [].');
  const tabs = listOf(block['tabs']).filter(isBag);
  if (tabs.length > MOST_TABS)
    report('R13', `${path}.tabs`, `There are ${tabs.length} tabs.`, `List at most ${MOST_TABS}.`);
  const active = tabs.filter((tab) => tab['active'] === true).length;
  if (tabs.length > 0 && active !== 1)
    report('R7', `${path}.tabs`, `${active} tabs are active.`, 'Mark exactly one as active: true.');
  const ids = tabs.map((tab) => tab['tab_id']).filter((id) => typeof id === 'string');
  if (new Set(ids).size < ids.length)
    report('R8', `${path}.tabs`, 'Two tabs have the same tab_id.', 'Give each tab an id of its own.');
  tabs.forEach((tab, place) => {
    checkFields(tab, TAB_FIELDS, `${path}.tabs[${place}]`, report);
  });
  const changes = block['state_changes'];
  if (changes === undefined || changes === null) return;
  if (!Array.isArray(changes)) {
    report('R13', `${path}.state_changes`, 'The changes are no list.', 'Give a list, or leave it out.');
    return;
  }
  checkChanges(listOf(changes).filter(isBag), new Set(ids), `${path}.state_changes`, report);
}

function checkChanges(
  changes: readonly Bag[],
  tabs: ReadonlySet<unknown>,
  path: string,
  report: Report,
): void {
  if (changes.length === 0) report('R9', path, 'The list of changes is empty.', 'Leave it out.');
  if (changes.length > MOST_CHANGES)
    report('R13', path, `There are ${changes.length} changes.`, `List at most ${MOST_CHANGES}.`);
  const downloads = new Set<unknown>();
  const opened = new Set<unknown>();
  changes.forEach((change, place) => {
    const at = `${path}[${place}]`;
    const fields = CHANGE_FIELDS[String(change['type'])];
    if (fields === undefined)
      report(
        'R12',
        `${at}.type`,
        `There is no change ${String(change['type'])}.`,
        `Use ${Object.keys(CHANGE_FIELDS).join(', ')}.`,
      );
    for (const field of Object.keys(change))
      if (field !== 'type' && fields?.includes(field) === false)
        report('R12', `${at}.${field}`, `${String(change['type'])} has no ${field}.`, 'Leave it out.');
    if (change['type'] === 'tab_opened') {
      const id = change['tab_id'];
      if (!tabs.has(id))
        report(
          'R10',
          `${at}.tab_id`,
          'The opened tab is not among the tabs.',
          'List it, or leave the change out.',
        );
      if (opened.has(id)) report('R18', `${at}.tab_id`, 'The tab is told as opened twice.', 'Tell it once.');
      opened.add(id);
    } else {
      const id = change['download_id'];
      if (id !== undefined && downloads.has(id))
        report('R11', `${at}.download_id`, 'Two changes are of one download.', 'Keep the later one.');
      downloads.add(id);
    }
    checkFields(change, fields?.filter((field) => !NOT_NEEDED.has(field)) ?? [], at, report);
  });
}

/** @param needed - fields that have to be there. */
function checkFields(holder: Bag, needed: readonly string[], path: string, report: Report): void {
  for (const field of needed)
    if (typeof holder[field] !== 'string')
      report(
        'R13',
        `${path}.${field}`,
        'It is missing or no text.',
        'Give it; a title or an address may be "".',
      );
  for (const field of TEXT_FIELDS) {
    const value = holder[field];
    if (typeof value !== 'string') continue;
    if (IDS.has(field) && value === '') report('R13', `${path}.${field}`, 'It is empty.', 'Give it an id.');
    else if (!isSound(value))
      report(
        'R13',
        `${path}.${field}`,
        `It is longer than ${FIELD_LIMIT} characters or has control characters.`,
        'Fold it to one line and cut it.',
      );
  }
  const size = holder['size_bytes'];
  if (size !== undefined && size !== null && !(Number.isInteger(size) && Number(size) >= 0))
    report('R13', `${path}.size_bytes`, 'It is no whole number from 0.', 'Give the size in bytes.');
}
