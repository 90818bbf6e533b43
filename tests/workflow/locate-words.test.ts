import { describe, expect, test } from 'vitest';
import { compareWords } from '#workflow/locate-words.ts';

describe('the words of a sentence and of an element', () => {
  test('exact is over containing, and containing over near', () => {
    const exact = compareWords('直播间名称', '* 直播间名称：');
    const containing = compareWords('直播间名称', '直播间名称（必填）');
    const near = compareWords('Broadcast room name', 'Broadcast rooms name');
    expect([exact?.how, containing?.how, near?.how]).toEqual(['exact', 'contains', 'near']);
    expect(exact?.score ?? 0).toBeGreaterThan(containing?.score ?? 1);
    expect(containing?.score ?? 0).toBeGreaterThan(near?.score ?? 1);
  });

  test('a near match counts last, and a far or short one is none', () => {
    expect(compareWords('Broadcast room name', 'Broadcast rooms name')?.how).toBe('near');
    expect(compareWords('Broadcast room name', 'Broadcast cover')).toBeNull();
    expect(compareWords('直播间名称', '直播间封面')).toBeNull();
    expect(compareWords('确定', '确认')).toBeNull();
  });

  test('an element that says less than was asked for is not it', () => {
    expect(compareWords('Delete account', 'Delete')).toBeNull();
    expect(compareWords('', 'Delete')).toBeNull();
    expect(compareWords('Delete', ' * ')).toBeNull();
  });

  test('an opposite or another number is not it, however alike it is written', () => {
    expect(compareWords('Subscribe', 'Unsubscribe')).toBeNull();
    expect(compareWords('Enable notifications', 'Disable notifications')).toBeNull();
    expect(compareWords('Step 1', 'Step 10')).toBeNull();
    expect(compareWords('Invoice F-2041', 'Invoice F-2042')).toBeNull();
    expect(compareWords('Subscribe', 'Subscribe now')?.how).toBe('contains');
  });
});
