import type { MemberName } from '#messages/members.ts';
import type { Member } from './member.ts';
import { FORM_MEMBERS } from './members-form.ts';
import { KEYBOARD_MEMBERS } from './members-keyboard.ts';
import { PAGE_MEMBERS } from './members-page.ts';
import { POINTER_MEMBERS } from './members-pointer.ts';
import { READING_MEMBERS } from './members-reading.ts';
import { TAB_MEMBER_TABLE } from './members-tabs.ts';

const ALL = [
  ...PAGE_MEMBERS,
  ...POINTER_MEMBERS,
  ...KEYBOARD_MEMBERS,
  ...READING_MEMBERS,
  ...FORM_MEMBERS,
  ...TAB_MEMBER_TABLE,
];

/** What each member does, by its name. */
export const MEMBER_TABLE = Object.fromEntries(ALL.map((member) => [member.name, member])) as Readonly<
  Record<MemberName, Member<never>>
>;
