// Hands the tools to a model: their list and rules go into its prompt, and what it asks for goes to `call`.
// A list of calls stands in for the model here, so that the example needs no key.
// Run it after `npm run build`:  node examples/tools-for-a-model.mjs
import assert from 'node:assert/strict';
import { openSession } from 'portolan';
import { startDemoPortal } from '../demo/portal.mjs';

const portal = await startDemoPortal();
const session = await openSession({ hosts: [new URL(portal.url).host], caps: ['network'] });
try {
  const { list, instructions } = session.tools;
  console.log(`${list.length} tools, ${instructions.length} characters of rules`);

  const refOf = (name, text) => new RegExp(`"${name}" \\[([^\\]]+)\\]`).exec(text)?.[1];
  const signIn = (page) => ({
    steps: [
      { action: 'type', ref: refOf('E-mail', page), text: 'ana@example.com' },
      { action: 'type', ref: refOf('Password', page), text: 'harbour-7' },
      { action: 'click', ref: refOf('Sign in', page) },
    ],
  });
  const model = [
    () => ['browser_navigate', { url: portal.url }],
    (page) => ['browser_batch', signIn(page)],
    () => ['browser_find', { text: 'F-2041' }],
    () => ['browser_network', { filter: 'sign-in' }],
  ];

  let reply = { text: '', isError: false };
  for (const next of model) {
    const [name, args] = next(reply.text);
    reply = await session.tools.call(name, args);
    console.log(`\n${name}\n${reply.text.slice(0, 300)}`);
    assert.equal(reply.isError, false, reply.text);
  }
  assert.match(reply.text, /POST .*sign-in.* 303/);

  // The typed methods and the tools are one session.
  const detail = await session.click(session.ref('link', 'F-2042'));
  assert.equal(detail.outcome?.effect, 'navigated');
} finally {
  await session.close();
  await portal.close();
}
