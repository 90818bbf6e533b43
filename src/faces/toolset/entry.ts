import { fail } from '#kernel/errors.ts';
import { isMember, isOptional, MEMBER_NAMES, type MemberName, wantsConfirm } from '#messages/members.ts';
import { type MemberConfigs, TOOLSET_TYPE, type ToolsetEntry } from '#messages/wire.ts';

/** The members that are on, and the toolset as a request declares it. */
export interface OpenEntry {
  readonly entry: ToolsetEntry;
  readonly enabled: ReadonlySet<MemberName>;
}

/**
 * Reads which members are on.
 *
 * @param hasConfirm - somebody is asked about each call.
 * @throws invalid_arguments for what the API would refuse: an unknown member or field, nothing on, members that
 *   are deferred differently; and for a member that wants somebody to be asked where nobody is.
 */
export function openEntry(configs: MemberConfigs | undefined, hasConfirm: boolean): OpenEntry {
  for (const [name, config] of Object.entries(configs ?? {})) {
    if (!isMember(name))
      throw fail('invalid_arguments', `configs: there is no member ${JSON.stringify(name)}.`, {
        remedy: `Members: ${MEMBER_NAMES.join(', ')}.`,
      });
    const extra = Object.keys(config ?? {}).find((key) => key !== 'enabled' && key !== 'defer_loading');
    if (extra !== undefined)
      throw fail('invalid_arguments', `configs.${name}: there is no field ${JSON.stringify(extra)}.`, {
        remedy: 'A member has enabled and defer_loading.',
      });
  }
  const enabled = new Set(MEMBER_NAMES.filter((name) => configs?.[name]?.enabled ?? !isOptional(name)));
  if (enabled.size === 0)
    throw fail('invalid_arguments', 'configs leaves no member on.', { remedy: 'Leave the toolset out.' });
  const deferred = new Set([...enabled].map((name) => configs?.[name]?.defer_loading ?? false));
  if (deferred.size > 1)
    throw fail('invalid_arguments', 'configs defers some members and not others.', {
      remedy: 'Give defer_loading the same value for every member that is on.',
    });
  const alone = [...enabled].find((name) => wantsConfirm(name) && !hasConfirm);
  if (alone !== undefined)
    throw fail('invalid_arguments', `${alone} is on, and nobody is asked about its calls.`, {
      remedy: 'Give confirm, which is asked before each call, or leave it off.',
    });
  return { entry: { type: TOOLSET_TYPE, ...(configs === undefined ? {} : { configs }) }, enabled };
}
