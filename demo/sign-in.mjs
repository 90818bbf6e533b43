import { html, layout } from './layout.mjs';

/** Both fields on one page. */
export function signInPage({ visit, email, next, isRefused = false, hasExpired = false }) {
  return page({
    visit,
    next,
    isRefused,
    hasExpired,
    action: '/sign-in',
    fields: `${emailField(email)}
${PASSWORD_FIELD}
<button>Sign in</button>`,
  });
}

/** The name first, the password on the page after it. */
export function namePage({ visit, email, next, hasExpired = false }) {
  return page({
    visit,
    next,
    hasExpired,
    action: '/sign-in/name',
    fields: `${emailField(email)}
<button>Continue</button>`,
  });
}

export function passwordPage({ visit, email, next, isRefused = false }) {
  return page({
    visit,
    next,
    isRefused,
    action: '/sign-in',
    fields: `<p class="soft">Signing in as <strong>${html(email)}</strong>. <a href="/sign-in">Not you?</a></p>
<input type="hidden" name="email" value="${html(email)}">
${PASSWORD_FIELD}
<button>Sign in</button>`,
  });
}

const PASSWORD_FIELD = `<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>`;

function emailField(email) {
  return `<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${html(email)}">`;
}

function page({ visit, next, isRefused, hasExpired, action, fields }) {
  const refusal = isRefused ? '<p class="problem" role="alert">Wrong e-mail or password.</p>' : '';
  const expired = hasExpired
    ? '<p class="notice" role="status">You were signed out after a while without activity.</p>'
    : '';
  return layout({
    title: 'Sign in',
    visit,
    body: `<section class="card narrow">
<h1>Sign in</h1>
${expired}${refusal}
<form method="post" action="${action}">
<input type="hidden" name="next" value="${html(next)}">
${fields}
</form>
</section>`,
  });
}
