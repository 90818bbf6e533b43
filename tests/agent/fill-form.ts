import type { Hands } from './hands.ts';
import { clearWay, isInOverlay } from './interruptions.ts';
import { pickDay } from './pick-day.ts';
import { press } from './press.ts';
import { type SeenNode, sameLabel } from './reply-text.ts';
import { Stuck } from './task.ts';

const TEXT = new Set(['textbox', 'spinbutton', 'searchbox', 'slider']);
const DECIDES = new Set(['radio', 'checkbox', 'switch', 'combobox', 'listbox', 'button']);
const ISO_DAY = /^\d{4}-\d\d-\d\d$/;
const MOST_ROUNDS = 60;

/**
 * Fills the fields of these labels: first those that may decide about others, one at a time; then the rest in
 * one batch. A step that was interrupted is taken up again where it was.
 *
 * @returns labels that the page does not show.
 */
export async function fillForm(
  hands: Hands,
  values: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const pending = new Map(Object.entries(values));
  for (let round = 0; pending.size > 0 && round < MOST_ROUNDS; round++) {
    await clearWay(hands);
    const fields = [...pending].map(([label, value]) => ({
      label,
      value,
      node: fieldOf(hands, label, value),
    }));
    const decider = fields.find(({ node }) => node !== undefined && DECIDES.has(node.role));
    if (decider?.node) {
      if (await decide(hands, decider.node, decider.value)) pending.delete(decider.label);
      continue;
    }
    const texts = fields.flatMap(({ label, value, node }) => (node ? [{ label, value, ref: node.ref }] : []));
    if (texts.length === 0) break;
    for (const label of await typeAll(hands, texts)) pending.delete(label);
  }
  return [...pending.keys()];
}

function fieldOf(hands: Hands, label: string, value: string): SeenNode | undefined {
  const nodes = hands.page.nodes.filter((node) => !isInOverlay(node));
  const byLabel = nodes.find(
    ({ role, name }) => (TEXT.has(role) || DECIDES.has(role)) && sameLabel(name, label),
  );
  if (byLabel) return byLabel;
  const quoted = JSON.stringify(label);
  return nodes.find(
    ({ role, name, within }) =>
      role === 'radio' && sameLabel(name, value) && within.some((head) => head.includes(quoted)),
  );
}

/** Types into several fields in one call. Labels of those that went through. */
async function typeAll(
  hands: Hands,
  texts: readonly { label: string; value: string; ref: string }[],
): Promise<readonly string[]> {
  const [only] = texts;
  if (texts.length === 1 && only) {
    const reply = await hands.act('browser_type', { ref: only.ref, text: only.value }, `fill ${only.label}`);
    if (reply.code !== undefined) await reconsider(hands, only.label, reply.code);
    return reply.code === undefined ? [only.label] : [];
  }
  const steps = texts.map(({ value, ref }) => ({ action: 'type', ref, text: value }));
  const reply = await hands.act(
    'browser_batch',
    { steps },
    `fill ${texts.map(({ label }) => label).join(', ')}`,
  );
  const failedAt = /^browser\.[a-z_]+: Step (\d+) of /.exec(reply.own)?.[1];
  if (reply.code === undefined) return texts.map(({ label }) => label);
  const count = Number(failedAt ?? 1) - 1;
  await reconsider(hands, texts[count]?.label ?? '', reply.code);
  return texts.slice(0, count).map(({ label }) => label);
}

/** A field that refuses is no matter of trying again, unless something was in the way. */
async function reconsider(hands: Hands, label: string, code: string): Promise<void> {
  const isInWay = hands.page.nodes.some(({ role }) => role === 'dialog' || role === 'alertdialog');
  const isNewState = ['stale_ref', 'detached_ref', 'changed_ref'].includes(code);
  if (!isInWay && !isNewState) throw new Stuck(`The field "${label}" refuses its value (${code}).`);
}

/** Sets a control that chooses. False when it was interrupted before it was set. */
async function decide(hands: Hands, { role, name, ref }: SeenNode, value: string): Promise<boolean> {
  const why = `choose ${value} in ${name}`;
  if (role === 'radio' || role === 'checkbox' || role === 'switch') {
    const checked = role === 'radio' || /^(yes|true|sim|on)$/i.test(value);
    const reply = await hands.act('browser_check', { ref, checked }, why);
    if (reply.code !== undefined) await reconsider(hands, name, reply.code);
    return reply.code === undefined;
  }
  const isDay = ISO_DAY.test(value);
  const reply = isDay
    ? await hands.act('browser_type', { ref, text: value }, why)
    : await hands.act('browser_select', { ref, values: [value] }, why);
  if (reply.code === undefined) return true;
  if (reply.code !== 'not_editable') {
    await reconsider(hands, name, reply.code);
    return false;
  }
  await clearWay(hands);
  return isDay ? await pickDay(hands, name, value) : await pickOption(hands, name, value);
}

async function pickOption(hands: Hands, name: string, value: string): Promise<boolean> {
  const opened = await press(hands, name, {
    why: `open ${name}`,
    which: (node) => DECIDES.has(node.role) && sameLabel(node.name, name),
  });
  if (opened === undefined) throw new Stuck(`"${name}" does not open.`);
  const chosen = await press(hands, value, { why: `choose ${value} in ${name}` });
  return chosen !== undefined;
}
