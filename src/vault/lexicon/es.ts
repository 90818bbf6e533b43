import type { Lexicon } from './lexicon.ts';

export const ES: Lexicon = {
  locale: 'es',
  labels: {
    host: ['sitio', 'web', 'portal', 'dominio'],
    username: ['usuario', 'nombre de usuario', 'correo', 'correo electrónico', 'cuenta'],
    password: ['contraseña', 'contrasena', 'clave', 'clave de acceso'],
    code: ['código de verificación', 'código', 'codigo'],
    token: ['secreto', 'clave secreta', 'token'],
  },
  announcements: ['credenciales', 'datos de acceso', 'acceso'],
  joiners: ['es', 'son'],
  notValues: [
    ...[
      'de',
      'del',
      'para',
      'el',
      'la',
      'los',
      'las',
      'un',
      'una',
      'y',
      'o',
      'que',
      'no',
      'es',
      'era',
      'con',
      'en',
    ],
    ...['incorrecta', 'equivocada', 'caducada', 'olvidada', 'nueva', 'nuevo', 'está'],
  ],
};
