// Runs the browser toolset of the Messages API: an assistant's calls go to the toolset, its results go into the
// next user message. A list of turns stands in for the model here, so that the example needs no key.
// Run it after `npm run build`:  node examples/toolset-executor.mjs
import assert from 'node:assert/strict';
import { createToolset, renderForModel, validateRequest } from 'portolan/toolset';
import { startDemoPortal } from '../demo/portal.mjs';

const portal = await startDemoPortal();
const toolset = await createToolset({ hosts: [new URL(portal.url).host] });
try {
  const messages = [{ role: 'user', content: 'Who is invoice F-2044 for?' }];
  const target = (role, name, text) => ({
    type: 'ref',
    ref: new RegExp(`${role} "${name}" \\[(ref_\\d+)\\]`).exec(text)?.[1],
  });
  const model = [
    () => [['navigate', { url: portal.url }], ['read_page']],
    (read) => [
      ['form_input', { target: target('textbox', 'E-mail', read), value: 'ana@example.com' }],
      ['form_input', { target: target('textbox', 'Password', read), value: 'harbour-7' }],
      ['left_click', { target: target('button', 'Sign in', read) }],
      ['find', { query: 'F-2044 link' }],
    ],
    (read) => [['left_click', { target: target('link', 'F-2044', read) }], ['get_page_text']],
  ];

  let read = '';
  let printed;
  for (const [turn, next] of model.entries()) {
    const content = next(read).map(([name, input = {}], place) => ({
      type: 'tool_use',
      id: `toolu_${turn}_${place}`,
      toolset_name: 'browser',
      name,
      input,
    }));
    messages.push({ role: 'assistant', content });
    const results = await toolset.run({ role: 'assistant', content });
    messages.push({ role: 'user', content: results });
    const { texts, state } = renderForModel({ content }, results, printed);
    printed = state;
    read = texts.join('\n');
    console.log(`\n${read.slice(0, 400)}`);
  }
  assert.match(read, /Van der Meer Logistics/);
  assert.deepEqual(validateRequest({ model: 'claude-sonnet-5', tools: [toolset.entry], messages }), []);
} finally {
  await toolset.close();
  await portal.close();
}
