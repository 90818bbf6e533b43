// Signs in to the demonstration portal, finds an invoice among 500, and reads what is due.
// Run it after `npm run build`:  node examples/find-an-invoice.mjs
import assert from 'node:assert/strict';
import { openSession } from 'portolan';
import { startDemoPortal } from '../demo/portal.mjs';

const portal = await startDemoPortal();
const session = await openSession({ hosts: [new URL(portal.url).host] });
try {
  await session.navigate(portal.url);
  await session.type(session.ref('textbox', 'E-mail'), 'ana@example.com');
  await session.type(session.ref('textbox', 'Password'), 'harbour-7');
  await session.click(session.ref('button', 'Sign in'));

  const found = await session.find({ text: 'F-2041' });
  console.log(found.text);
  assert.match(found.text ?? '', /F-2041.*Moreira Lda/);

  const detail = await session.click(session.ref('link', 'F-2041'));
  assert.equal(detail.outcome?.effect, 'navigated');
  console.log(detail.text);
} finally {
  await session.close();
  await portal.close();
}
