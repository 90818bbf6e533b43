// The cookie banner: it stays over the page until a choice was sent.
const shade = document.querySelector('[data-consent]');
shade?.addEventListener('click', async ({ target }) => {
  const { choice } = target.closest('[data-choice]')?.dataset ?? {};
  if (choice === undefined) return;
  await fetch('/consent', { method: 'POST', body: new URLSearchParams({ choice }) });
  shade.remove();
});
