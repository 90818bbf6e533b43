import { plainValue } from './same-value.ts';
import type { Step } from './step.ts';

/** What browsers write on the buttons of a page's own questions; these are no elements of the page. */
const ACCEPTS = new Set([
  'ok',
  'oke',
  'yes',
  'confirm',
  'accept',
  '确定',
  '确认',
  '是',
  '好',
  'sim',
  'sì',
  'ya',
]);
const DISMISSES = new Set([
  'cancel',
  'no',
  'dismiss',
  '取消',
  '否',
  'cancelar',
  'não',
  'annulla',
  'batal',
  'tidak',
]);

/** Whether a step answers the question that a page waits with: to accept it or not; undefined for any other step. */
export function dialogAnswer(step: Step): boolean | undefined {
  if (step.does !== 'click') return undefined;
  const name = plainValue(step.target.name);
  if (ACCEPTS.has(name)) return true;
  return DISMISSES.has(name) ? false : undefined;
}
