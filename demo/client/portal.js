// What the portal does in the browser: a running total, one submit a form, and marking as paid in place.
const amount = document.querySelector('#amount');
const total = document.querySelector('#total');

function showTotal() {
  const value = Number(amount.value);
  total.textContent = value > 0 ? `€${(value * 1.23).toFixed(2)}` : '–';
}

if (amount && total) {
  amount.addEventListener('input', showTotal);
  showTotal();
}

for (const form of document.querySelectorAll('form[data-once]')) {
  form.addEventListener('submit', () => {
    form.querySelector('button').disabled = true;
  });
}

// A form that comes back alive from history can be sent again.
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('form[data-once] button')) button.disabled = false;
});

const paid = document.querySelector('[data-paid]');
paid?.addEventListener('click', async () => {
  paid.disabled = true;
  const response = await fetch(paid.dataset.paid, { method: 'POST' });
  const { status, message } = await response.json();
  document.querySelector('#news').textContent = message;
  if (!response.ok) return;
  document.querySelector('#status-of').textContent = status;
  paid.remove();
});

// The list of a portal that reloads itself when there is news.
if (document.querySelector('[data-news]')) {
  const news = new EventSource('/news');
  news.onmessage = () => location.reload();
}

for (const button of document.querySelectorAll('[data-bait]')) {
  button.addEventListener('click', () => fetch(`/bait/${button.dataset.bait}`, { method: 'POST' }));
}

const dismiss = document.querySelector('[data-dismiss]');
dismiss?.addEventListener('click', () => dismiss.closest('[role="dialog"]').remove());
