import type { Lexicon } from './lexicon.ts';

export const DE: Lexicon = {
  locale: 'de',
  labels: {
    host: ['webseite', 'website', 'seite', 'portal'],
    username: [
      'benutzer',
      'benutzername',
      'nutzername',
      'nutzer',
      'anmeldename',
      'kennung',
      'konto',
      'e-mail-adresse',
    ],
    password: ['passwort', 'kennwort', 'losung', 'geheimzahl'],
    code: ['einmalcode', 'bestätigungscode', 'sicherheitscode', 'code'],
    token: ['geheimnis', 'geheimer schlüssel', 'token'],
  },
  announcements: ['zugangsdaten', 'anmeldedaten', 'zugang', 'login-daten'],
  joiners: ['ist', 'sind', 'lautet', 'lauten'],
  notValues: [
    ...[
      'für',
      'von',
      'der',
      'die',
      'das',
      'den',
      'dem',
      'ein',
      'eine',
      'und',
      'oder',
      'nicht',
      'ist',
      'war',
      'mit',
    ],
    ...['falsch', 'abgelaufen', 'vergessen', 'ungültig', 'neu', 'auf', 'in', 'zu', 'zum', 'zur', 'bei'],
  ],
};
