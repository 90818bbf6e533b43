import { calendar, choice, field, input, select } from './controls.mjs';
import { COUNTRIES, KIND_FIELDS, KINDS, REGIONS } from './customers.mjs';
import { html, layout } from './layout.mjs';

export function customerPage({ visit, values = {}, problems = {} }) {
  const count = Object.keys(problems).length;
  const summary =
    count > 0
      ? `<p class="problem" role="alert">The customer was not registered: ${count} to correct.</p>`
      : '';
  const radios = KINDS.map(
    (kind) =>
      `<label><input type="radio" name="kind" value="${kind}"${values.kind === kind ? ' checked' : ''}> ${kind}</label>`,
  ).join('');
  const warns = visit.difficulties.has('expiry-warning') ? ' data-warns' : '';
  return layout({
    title: 'Register customer',
    visit,
    current: '/customers/new',
    body: `<h1>Register customer</h1>
${summary}
<form class="card grid" method="post" action="/customers" novalidate data-once data-customer${warns}>
<fieldset class="field wide"><legend>Who registers</legend>${radios}</fieldset>
<div class="wide grid" data-kind-fields>${values.kind ? kindFields(values.kind, values, problems) : ''}</div>
${pick(visit, { name: 'country', label: 'Country', options: COUNTRIES, value: values.country, problem: problems.country })}
<div data-region-field>${values.country ? regionField(visit, values.country, values.region, problems.region) : ''}</div>
${day(visit, { name: 'since', label: 'Customer from', value: values.since, problem: problems.since })}
<div class="wide"><button>Register</button></div>
</form>`,
  });
}

/** The fields that only this kind of customer is asked for. */
export function kindFields(kind, values = {}, problems = {}) {
  return (KIND_FIELDS[kind] ?? [])
    .map(([name, label]) =>
      field({
        name,
        label,
        problem: problems[name],
        control: input({
          name,
          type: 'text',
          value: values[name],
          problem: problems[name],
          more: ' autocomplete="off"',
        }),
      }),
    )
    .join('');
}

export function regionField(visit, country, value, problem) {
  return pick(visit, { name: 'region', label: 'Region', options: REGIONS[country] ?? [], value, problem });
}

export function registeredPage({ visit, customer }) {
  const lines = Object.entries(customer).map(([term, value]) => `<dt>${term}</dt><dd>${html(value)}</dd>`);
  return layout({
    title: 'Registered',
    visit,
    body: `<p class="done" role="status">${html(customer.name)} was registered.</p>
<h1>${html(customer.name)}</h1>
<dl class="card">${lines.join('')}</dl>
<p class="links"><a href="/customers/new">Register customer</a><a href="/invoices">All invoices</a></p>`,
  });
}

/** A choice among a few: native, or made by hand where that difficulty is on. */
export function pick(visit, { name, label, options, value, problem }) {
  const isNative = !visit.difficulties.has('custom-controls');
  const control = (isNative ? select : choice)({ name, options, value, problem });
  return field({ name, label, control, problem, isNative });
}

/** A day: native, or in a calendar made by hand where that difficulty is on. */
export function day(visit, { name, label, value, problem }) {
  const isNative = !visit.difficulties.has('custom-controls');
  const control = isNative
    ? input({ name, type: 'date', value, problem })
    : calendar({ name, value, problem });
  return field({ name, label, control, problem, isNative });
}
