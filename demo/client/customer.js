// The registration form: what it asks depends on who registers, and the regions on the country.
import { choiceOf } from './choice.js';

const form = document.querySelector('form[data-customer]');

async function ask(query, holder) {
  const response = await fetch(`/customers/fields?${new URLSearchParams(query)}`);
  holder.innerHTML = await response.text();
  for (const root of holder.querySelectorAll('[data-choice-of]')) choiceOf(root);
}

form?.addEventListener('input', async ({ target }) => {
  if (target.name === 'kind')
    await ask({ part: 'kind', kind: target.value }, form.querySelector('[data-kind-fields]'));
  if (target.name === 'country')
    await ask({ part: 'region', country: target.value }, form.querySelector('[data-region-field]'));
});
