import { openSmallPortal, type SmallPortal } from './small-portal.ts';

const ITEMS = Array.from({ length: 60 }, (_, place) => ({
  code: `LN/${700 + place}`,
  title: ['Tide tables', 'Knots and splices', 'Harbour law', 'Sextant'][place % 4] ?? '',
  due: `2027-03-${String(1 + (place % 28)).padStart(2, '0')}`,
  shelf: `R${place % 9}`,
}));
const BATCH = 12;

/**
 * An English desk drawn by its own script: cards in place of a table, "Show more" in place of pages, a consent
 * dialog whose refusal stands behind a second one, a tour that starts while a form is filled, a button that
 * nobody wired, a list that loads itself anew, and a session that ends once when a record is opened.
 */
export async function openLendingDesk(): Promise<SmallPortal> {
  return await openSmallPortal((note) => {
    let hasDropped = false;
    return {
      open: ['/', '/enter', '/privacy'],
      signInPath: '/',
      routes: {
        '/': (visit) => visit.send(page('Reading room', SIGN_IN)),
        '/privacy': (visit) => {
          note(`privacy: ${visit.request.body}`);
          visit.send('{}', 'application/json');
        },
        '/enter': (visit) => {
          const isRight = visit.form.get('card') === 'A-17' && visit.form.get('pin') === '4410';
          if (!isRight) return visit.send(page('Reading room', SIGN_IN), undefined, 403);
          visit.signIn();
          visit.redirect('/desk');
        },
        '/desk': (visit) => visit.send(page('Loans', LIST)),
        '/cards': (visit) => {
          const from = Number(visit.query.get('from'));
          visit.send(JSON.stringify(ITEMS.slice(from, from + BATCH)), 'application/json');
        },
        '/loan': (visit) => {
          const item = ITEMS.find(({ code }) => code === visit.query.get('code'));
          if (!hasDropped) {
            hasDropped = true;
            visit.drop();
            return visit.redirect('/');
          }
          visit.send(
            page(
              item?.code ?? 'Nothing',
              `<h1>Loan ${item?.code}</h1><section aria-label="Loan sheet"><p>Title: ${item?.title}</p><p>Back by: ${item?.due}</p><p>Shelf: ${item?.shelf}</p></section>`,
            ),
          );
        },
        '/loans/add': (visit) => visit.send(page('Add a loan', FORM)),
        '/loans/save': (visit) => {
          note(`loan: ${[...visit.form.values()].join(', ')}`);
          visit.send(
            page('Recorded', '<h1>Loan recorded</h1><p>Thank you. The loan was recorded as LN/760.</p>'),
          );
        },
      },
    };
  });
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>body{font:16px sans-serif;margin:2rem}.veil{position:fixed;inset:0;background:#0008;display:grid;place-items:center}.veil>div{background:#fff;padding:2rem;max-width:26rem}li{border:1px solid #ccc;padding:.6rem;margin:.4rem 0}label{display:block;margin:.6rem 0}</style>
<nav aria-label="Desk"><a href="/desk">Loans</a> <a href="/loans/add">Add a loan</a></nav><main>${body}</main>
<script>
if (!document.cookie.includes('privacy=')) {
  const veil = document.createElement('div'); veil.className = 'veil';
  const ask = (role, label, text, buttons) => { veil.innerHTML = '<div role="' + role + '" aria-label="' + label + '"><p>' + text + '</p>' + buttons.map(([name]) => '<button>' + name + '</button>').join(' ') + '</div>'; veil.querySelectorAll('button').forEach((button, place) => button.onclick = buttons[place][1]); };
  const choose = (choice) => async () => { document.cookie = 'privacy=' + choice; await fetch('/privacy', { method: 'POST', body: choice }); veil.remove(); };
  ask('alertdialog', 'Tracking', 'We measure what you read with cookies.', [['Allow all', choose('all')], ['Manage choices', () => ask('dialog', 'Your cookie choices', 'Measuring, advertising, sharing.', [['Save and allow', choose('all')], ['Reject optional', choose('needed')]])]]);
  document.body.append(veil);
}
</script></html>`;
}

const SIGN_IN = `<h1>Log in to the reading room</h1><form method="post" action="/enter">
<label>Card number <input name="card" autocomplete="username"></label><label>PIN <input name="pin" type="password"></label><button>Enter</button></form>`;

const LIST = `<h1>Loans</h1><button type="button">Add a loan</button><ul aria-label="Loans"></ul><button id="more">Show more</button>
<script>
let shown = 0;
async function more() {
  const items = await (await fetch('/cards?from=' + shown)).json();
  shown += items.length;
  document.querySelector('ul').insertAdjacentHTML('beforeend', items.map(({ code, title }) => '<li><h2>' + code + '</h2><p>' + title + '</p><a href="/loan?code=' + encodeURIComponent(code) + '">Details</a></li>').join(''));
  if (shown >= ${ITEMS.length}) document.querySelector('#more').remove();
}
document.querySelector('#more').onclick = more;
more();
new EventSource('/stream').onmessage = () => location.reload();
</script>`;

const FORM = `<h1>Add a loan</h1><form method="post" action="/loans/save">
<label>Reader <input name="reader"></label><label>Item <input name="item"></label><label>Back by <input name="back" type="date"></label>
<label>Remarks <textarea name="remarks"></textarea></label><button>Record loan</button></form>
<script>
let typed = 0;
document.querySelector('form').addEventListener('input', () => {
  if (++typed !== 2) return;
  const veil = document.createElement('div'); veil.className = 'veil';
  veil.innerHTML = '<div role="dialog" aria-label="What is new"><p>Take a tour of the new loan form.</p><button>Start tour</button> <button>Not now</button></div>';
  veil.querySelectorAll('button')[1].onclick = () => veil.remove();
  document.body.append(veil);
});
</script>`;
