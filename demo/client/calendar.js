// A day picker without a native date input: a combobox that opens a dialog with a grid of days.
const DAY_NAMES = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const longDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const longMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const isoDay = (date) => date.toISOString().slice(0, 10);

function calendarOf(root) {
  const box = root.querySelector('[role="combobox"]');
  const sheet = root.querySelector('[role="dialog"]');
  const value = root.querySelector('input');
  let month = monthOf(value.value ? new Date(value.value) : new Date());

  function draw() {
    const offset = (month.getUTCDay() + 6) % 7;
    const first = Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1 - offset);
    const days = Array.from({ length: 42 }, (_, place) => new Date(first + place * 86_400_000));
    const cell = (date) => {
      const isOther = date.getUTCMonth() !== month.getUTCMonth();
      return isOther
        ? '<div role="gridcell" aria-disabled="true"></div>'
        : `<div role="gridcell" aria-selected="${isoDay(date) === value.value}"><div role="button" tabindex="-1" data-day="${isoDay(date)}" aria-label="${longDay.format(date)}">${date.getUTCDate()}</div></div>`;
    };
    const rows = Array.from({ length: 6 }, (_, week) => days.slice(week * 7, week * 7 + 7))
      .filter((week) => week.some((date) => date.getUTCMonth() === month.getUTCMonth()))
      .map((week) => `<div role="row">${week.map(cell).join('')}</div>`);
    sheet.innerHTML = `<div class="calendar-head"><div role="button" tabindex="0" aria-label="Previous month" data-step="-1">‹</div><strong aria-live="polite">${longMonth.format(month)}</strong><div role="button" tabindex="0" aria-label="Next month" data-step="1">›</div></div>
<div role="grid" aria-label="${longMonth.format(month)}"><div role="row">${DAY_NAMES.map((name) => `<span role="columnheader">${name}</span>`).join('')}</div>${rows.join('')}</div>`;
  }
  function show(open) {
    sheet.hidden = !open;
    box.setAttribute('aria-expanded', String(open));
    if (open) draw();
  }
  function step(months) {
    month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + months, 1));
    draw();
  }
  function choose(day) {
    value.value = day;
    box.textContent = day;
    show(false);
    value.dispatchEvent(new Event('input', { bubbles: true }));
  }
  function press(target) {
    const { step: months, day } = target.closest('[data-step], [data-day]')?.dataset ?? {};
    if (months !== undefined) step(Number(months));
    if (day !== undefined) choose(day);
  }

  box.addEventListener('click', () => show(sheet.hidden));
  sheet.addEventListener('click', (event) => {
    event.stopPropagation();
    press(event.target);
  });
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') show(false);
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    else if (event.target === box) show(sheet.hidden);
    else press(event.target);
    event.preventDefault();
  });
  addEventListener('click', ({ target }) => {
    if (!root.contains(target)) show(false);
  });
}

function monthOf(date) {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}

for (const root of document.querySelectorAll('[data-calendar-of]')) calendarOf(root);
