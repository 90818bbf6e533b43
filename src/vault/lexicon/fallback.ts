import type { Lexicon } from './lexicon.ts';

export const FALLBACK: Lexicon = {
  locale: 'und',
  labels: {
    host: ['url', 'host', 'web', 'site'],
    username: ['user', 'usr', 'utente', 'login', 'id', 'email', 'e-mail', 'mail', 'account'],
    password: ['password', 'passwd', 'passphrase', 'pass', 'pwd', 'psw', 'pw', 'pin'],
    code: ['otp', '2fa'],
    token: ['totp', 'token', 'segreto', 'secret', 'api key', 'apikey'],
  },
  announcements: ['login'],
  joiners: [],
  notValues: [],
};
