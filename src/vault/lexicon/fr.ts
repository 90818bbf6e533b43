import type { Lexicon } from './lexicon.ts';

export const FR: Lexicon = {
  locale: 'fr',
  labels: {
    host: ['site', 'portail', 'domaine'],
    username: ['utilisateur', "nom d'utilisateur", 'nom d’utilisateur', 'identifiant', 'courriel', 'compte'],
    password: ['mot de passe', 'mdp', 'code secret'],
    code: ['code de vérification', 'code à usage unique', 'code'],
    token: ['secret', 'clé secrète', 'jeton'],
  },
  announcements: ['identifiants', 'accès', 'codes d’accès', "codes d'accès"],
  joiners: ['est', 'sont', 'c’est', "c'est"],
  notValues: [
    ...[
      'de',
      'du',
      'des',
      'pour',
      'le',
      'la',
      'les',
      'un',
      'une',
      'et',
      'ou',
      'que',
      'ne',
      'est',
      'était',
      'avec',
    ],
    ...['oublié', 'incorrect', 'erroné', 'expiré', 'faux', 'nouveau', 'sur', 'à', 'en', 'dans', 'postal'],
  ],
};
