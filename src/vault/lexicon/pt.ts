import type { Lexicon } from './lexicon.ts';

export const PT: Lexicon = {
  locale: 'pt',
  labels: {
    host: ['sítio', 'site', 'portal', 'domínio'],
    username: ['usuário', 'usuario', 'utilizador', 'nome de utilizador', 'nome de usuário', 'cpf', 'nif'],
    password: ['senha', 'palavra-passe', 'palavra passe', 'palavra-chave'],
    code: ['código de verificação', 'código', 'codigo'],
    token: ['segredo', 'chave secreta', 'token'],
  },
  announcements: ['credenciais', 'dados de acesso', 'acesso'],
  joiners: ['é', 'e', 'são'],
  notValues: [
    ...[
      'de',
      'do',
      'da',
      'para',
      'o',
      'a',
      'os',
      'as',
      'um',
      'uma',
      'e',
      'ou',
      'que',
      'não',
      'é',
      'era',
      'com',
    ],
    ...['errada', 'incorreta', 'expirada', 'expirou', 'esquecida', 'nova', 'novo', 'no', 'na', 'em', 'está'],
  ],
};
