import type { Lexicon } from './lexicon.ts';

export const ID: Lexicon = {
  locale: 'id',
  labels: {
    host: ['situs', 'laman', 'portal'],
    username: ['pengguna', 'nama pengguna', 'nama akun', 'akun', 'surel'],
    password: ['kata sandi', 'sandi', 'katasandi', 'kata kunci'],
    code: ['kode verifikasi', 'kode otp', 'kode'],
    token: ['rahasia', 'kunci rahasia', 'token'],
  },
  announcements: ['kredensial', 'data masuk', 'akses'],
  joiners: ['adalah', 'ialah', 'yaitu', 'nya'],
  notValues: [
    ...[
      'untuk',
      'dari',
      'yang',
      'dan',
      'atau',
      'di',
      'ke',
      'ini',
      'itu',
      'tidak',
      'adalah',
      'dengan',
      'saya',
    ],
    ...['salah', 'lupa', 'baru', 'kedaluwarsa'],
  ],
};
