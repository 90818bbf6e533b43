import type { Lexicon } from './lexicon.ts';

export const IT: Lexicon = {
  locale: 'it',
  labels: {
    host: ['sito', 'portale', 'dominio'],
    username: ['utente', 'nome utente', 'utenza', 'user', 'usr', 'indirizzo email', 'codice cliente'],
    password: ['password', 'parola chiave', "parola d'ordine", 'parola d’ordine', 'chiave d’accesso'],
    code: ['codice otp', 'codice di verifica', 'codice monouso', 'codice'],
    token: ['segreto', 'chiave segreta', 'token'],
  },
  announcements: ['credenziali', 'dati di accesso', 'accesso'],
  joiners: ['è', 'e’', "e'", 'sono'],
  notValues: [
    ...['di', 'del', 'della', 'per', 'il', 'la', 'lo', 'un', 'una', 'e', 'o', 'che', 'non', 'è', 'era', 'da', 'con'],
    ...['errata', 'errato', 'sbagliata', 'scaduta', 'dimenticata', 'nuova', 'nuovo', 'su', 'in', 'a', 'al', 'alla'],
  ],
};
