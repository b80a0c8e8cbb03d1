import { describe, expect, test } from 'vitest';
import { readCsv, UnreadableCsv, type CsvReading } from './csv-reading.ts';

const limits: CsvReading = { maxBytes: 1_000_000, maxRows: 1_000 };
const read = (text: string | Uint8Array, changes: Partial<CsvReading> = {}) =>
  readCsv(typeof text === 'string' ? Buffer.from(text) : text, { ...limits, ...changes });
const cellsOf = (text: string | Uint8Array) => read(text).rows.map(({ cells }) => cells);

/** The line and the reason that a file is refused with. */
function refusalOf(text: string | Uint8Array, changes: Partial<CsvReading> = {}) {
  try {
    read(text, changes);
  } catch (error) {
    if (error instanceof UnreadableCsv) return [error.line, error.why];
    throw error;
  }
  return undefined;
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

describe('a file of another program', () => {
  test.each([
    ['UTF-8', Buffer.from('coin,money\nÉther,1 €\n'), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from('\ufeffcoin,money\nÉther,1 €\n'), 'utf-8'],
    ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('coin,money\nÉther,1 €\n')]), 'utf-16le'],
    ['UTF-16 without a mark', utf16('coin,money\nÉther,1 €\n'), 'utf-16le'],
    ['big-endian UTF-16', Buffer.from(utf16('\ufeffcoin,money\nÉther,1 €\n')).swap16(), 'utf-16be'],
    ['windows-1252', Buffer.from('coin,money\n\xc9ther,1 \x80\n', 'latin1'), 'windows-1252'],
  ])('is read in %s', (_name, bytes, encoding) => {
    expect(read(bytes).encoding).toBe(encoding);
    expect(cellsOf(bytes)).toEqual([
      ['coin', 'money'],
      ['Éther', '1 €'],
    ]);
  });

  test.each([[','], [';'], ['\t'], ['|']])('is read with cells separated by %j', (separator) => {
    const text = ['time', '"a,b;c"', 'money'].join(separator);
    expect(read(`${text}\r\n1${separator}2${separator}3`)).toMatchObject({ separator, rows: [{}, { line: 2 }] });
    expect(cellsOf(text)).toEqual([['time', 'a,b;c', 'money']]);
  });

  test('names its separator in a first line, like those of spreadsheets', () => {
    expect(read('sep=;\r\na,b;c\r\n')).toMatchObject({ separator: ';', rows: [{ line: 2, cells: ['a,b', 'c'] }] });
  });

  test('is read with quotes, line breaks and spaces of a cell, and the number of each line', () => {
    expect(read('a,b\n\n,\n"x ""y""\nz", 1 \n').rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 5, cells: ['x "y"\nz', ' 1 '] },
    ]);
  });

  test('has no rows if it is empty', () => {
    expect(cellsOf('')).toEqual([]);
    expect(cellsOf('\r\n \r\n;;\r\n')).toEqual([]);
  });
});

describe('a file that is no table', () => {
  test('is refused with the unreadable line', () => {
    expect(refusalOf('a,b\n1,\0\n')).toEqual([2, 'charset']);
    expect(refusalOf('a,b\n1,"2\n')).toEqual([2, 'unfinished']);
    expect(refusalOf('a,b\n1,"2"3\n')).toEqual([2, 'format']);
  });

  test('is refused if it is larger than the limit', () => {
    expect(refusalOf('a\n'.repeat(20), { maxRows: 10 })).toEqual([11, 'size']);
    expect(refusalOf('a\n'.repeat(20), { maxBytes: 10 })).toEqual([1, 'size']);
    expect(refusalOf(`${','.repeat(600)}x\n`)).toEqual([1, 'size']);
    expect(refusalOf(`"${'x'.repeat(200_000)}`)).toEqual([1, 'size']);
  });
});
