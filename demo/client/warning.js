// Once in a session, in the middle of a form: the warning that the session is about to end.
const form = document.querySelector('form[data-warns]');
let changes = 0;

async function warn() {
  const { due } = await (await fetch('/session/warning', { method: 'POST' })).json();
  if (!due) return;
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'warning-title');
  dialog.innerHTML = `<h2 id="warning-title">Are you still there?</h2>
<p>Your session is about to end. What you have filled in stays as it is.</p>
<p class="choices"><button data-stay>Stay signed in</button><button class="quiet-dark" data-leave>Sign out now</button></p>`;
  document.body.append(dialog);
  dialog.querySelector('[data-stay]').addEventListener('click', async () => {
    await fetch('/session/extend', { method: 'POST' });
    dialog.remove();
  });
  dialog.querySelector('[data-leave]').addEventListener('click', () => {
    document.querySelector('form.sign-out').submit();
  });
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.showModal();
}

form?.addEventListener('input', () => {
  changes += 1;
  if (changes === 3) void warn();
});
