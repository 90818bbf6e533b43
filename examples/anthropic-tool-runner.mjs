// Gives the toolset to the tool runner of the vendor's SDK. The client's `fetch` stands in for the API here, so that
// the example needs no key; leave it out and set ANTHROPIC_API_KEY to ask a real model.
// Run it after `npm run build`:  node examples/anthropic-tool-runner.mjs
import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { PortolanBrowserToolset } from 'portolan/anthropic';
import { startDemoPortal } from '../demo/portal.mjs';

const portal = await startDemoPortal();
const browser = await PortolanBrowserToolset.open({ hosts: [new URL(portal.url).host] });

const call = (id, name, input) => ({ type: 'tool_use', id, toolset_name: 'browser', name, input });
const turns = [
  () => [call('toolu_1', 'navigate', { url: portal.url }), call('toolu_2', 'get_page_text', {})],
  (results) => [{ type: 'text', text: `The page says: ${JSON.stringify(results)}` }],
];
async function fakeApi(_, init) {
  const { messages, model } = JSON.parse(init.body);
  const content = turns.shift()?.(messages.at(-1).content) ?? [];
  const stop_reason = content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: 1, output_tokens: 1 };
  const answer = { id: 'msg', type: 'message', role: 'assistant', model, content, stop_reason, usage };
  return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
}

try {
  const client = new Anthropic({ apiKey: 'none', fetch: fakeApi, maxRetries: 0 });
  const end = await client.beta.messages.toolRunner({
    model: 'claude-sonnet-5',
    max_tokens: 1_000,
    tools: [browser],
    messages: [{ role: 'user', content: 'What does the portal ask for?' }],
    thread: false,
  });
  const [said] = end.content;
  console.log(said.text.slice(0, 400));
  assert.match(said.text, /Sign in/);
} finally {
  await browser.close();
  await portal.close();
}
