// Which protections are on while the figures are taken: each is tried, not read from a setting.
import { deadlineIn } from '#kernel/deadline.ts';

/** @returns by name whether guard, hook, journal and boundary do their work in this engine. */
export async function triedSwitches(engine, site) {
  const text = await engine.open(site.url('counter'));
  const shown = () => engine.page.mainFrame.call('walk', [{}]).then(({ records }) => records);
  const { page, session, broker } = engine;

  // Input that no action announced must not reach the page.
  const at = { x: 60, y: 90, button: 'left', clickCount: 1 };
  const options = { deadline: deadlineIn(5_000) };
  for (let y = 60; y < 140; y += 10)
    for (const type of ['mousePressed', 'mouseReleased'])
      await page.send('Input.dispatchMouseEvent', { ...at, y, type }, options);
  const guard = (await shown()).includes('count 0');

  // The result that comes 100 ms later is in the reply of the click that began it.
  const late = await engine.clickAndSee(engine.refOf(text, 'Count later'));
  const hook = late.includes('count 1');

  let journal = false;
  for await (const line of broker.journal.log.lines({ session: session.id }))
    journal ||= line.includes('click') && line.includes('outcome');

  const outside = await engine.open('http://bench.invalid/').catch((error) => error.message);
  const boundary = /not_allowed|not allowed|blocked/i.test(outside);
  return { guard, hook, journal, boundary };
}
