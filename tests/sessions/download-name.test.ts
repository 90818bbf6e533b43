import { expect } from 'vitest';
import { numberedName, safeDownloadName } from '#sessions/download-name.ts';
import { sniffMediaType } from '#sessions/media-type.ts';
import { proves } from '../spec/proves.ts';

const NAMES: readonly (readonly [string, string])[] = [
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['/etc/cron.d/job', 'job'],
  ['..\\..\\evil.bat', 'evil.bat'],
  ['C:\\Users\\a\\b.txt', 'b.txt'],
  ['a/..\\../b/c.txt', 'c.txt'],
  ['..', 'download'],
  ['', 'download'],
  ['   ', 'download'],
  ['dir/', 'download'],
  ['nul\0byte.txt', 'nul_byte.txt'],
  ['line\nbreak.txt', 'line_break.txt'],
  ['.bashrc', 'bashrc'],
  ['trailing. . ', 'trailing'],
  ['a<b>c:d"e|f?g*h', 'a_b_c_d_e_f_g_h'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['LPT1.tar.gz', '_LPT1.tar.gz'],
  ['console.log', 'console.log'],
  ['relatório final.pdf', 'relatório final.pdf'],
  ['报告.xlsx', '报告.xlsx'],
  ['safe\u202egpj.exe', 'safegpj.exe'],
  ['%2e%2e%2fpasswd', '%2e%2e%2fpasswd'],
];

proves('F1', 'a name is made safe for every system, whatever the site sends', () => {
  for (const [sent, kept] of NAMES) expect(safeDownloadName(sent), JSON.stringify(sent)).toBe(kept);
  const long = safeDownloadName(`${'é'.repeat(400)}.pdf`);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200);
  expect(long).toMatch(/^é+\.pdf$/);
  expect(numberedName('a.tar.gz', 1)).toBe('a.tar.gz');
  expect(numberedName('a.pdf', 3)).toBe('a (3).pdf');
  expect(numberedName('README', 2)).toBe('README (2)');
});

proves('F3', 'the kind of a file is told by its first bytes, not by its name', () => {
  const bytes = (hex: string) => Buffer.from(hex, 'hex');
  expect(sniffMediaType(bytes('4d5a9000'), 'photo.jpg')).toBe(
    'application/vnd.microsoft.portable-executable',
  );
  expect(sniffMediaType(bytes('255044462d'), 'x.txt')).toBe('application/pdf');
  expect(sniffMediaType(bytes('504b0304'), 'a.xlsx')).toMatch(/spreadsheetml/);
  expect(sniffMediaType(bytes('504b0304'), 'a.exe')).toBe('application/zip');
  expect(sniffMediaType(Buffer.from('#!/bin/sh'), 'notes.txt')).toBe('text/x-shellscript');
  expect(sniffMediaType(Buffer.from('a,b'), 'a.csv')).toBe('text/csv');
  expect(sniffMediaType(bytes('00010203'), 'a.csv')).toBe('application/octet-stream');
  expect(sniffMediaType(bytes(''), 'a.pdf')).toBe('application/x-empty');
});
