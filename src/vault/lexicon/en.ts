import type { Lexicon } from './lexicon.ts';

export const EN: Lexicon = {
  locale: 'en',
  labels: {
    host: ['website', 'site', 'portal', 'domain'],
    username: ['username', 'user name', 'user id', 'user', 'login name', 'email address', 'account name'],
    password: ['password', 'passphrase', 'passcode'],
    code: ['one-time code', 'one time code', 'verification code', 'security code', 'code'],
    token: ['secret', 'secret key', 'setup key', 'access token', 'token'],
  },
  announcements: ['credentials', 'credential', 'login details', 'sign-in', 'log in'],
  joiners: ['is', 'are', 'as', 'being'],
  notValues: [
    ...['is', 'are', 'was', 'for', 'of', 'to', 'the', 'a', 'an', 'and', 'or', 'on', 'in', 'at', 'by', 'with'],
    ...['field', 'box', 'page', 'form', 'reset', 'manager', 'change', 'expired', 'wrong', 'incorrect', 'invalid'],
    ...['not', 'has', 'that', 'this', 'which', 'you', 'i', 'it', 'from', 'yesterday', 'again', 'please', 'as'],
  ],
};
