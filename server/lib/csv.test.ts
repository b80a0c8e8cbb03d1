import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvOf, textCell } from './csv.ts';

/** The cells as a spreadsheet reads them whose list separator is this one: RFC 4180, one character at a time. */
function cellsOf(text: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const last = cells.length - 1;
    const cell = cells[last] ?? '';
    if (isQuoted) {
      if (sign === '"' && text.charAt(at + 1) === '"') {
        cells[last] = `${cell}"`;
        at += 1;
      } else if (sign === '"') isQuoted = false;
      else cells[last] = cell + sign;
    } else if (sign === separator || sign === '\n' || sign === '\r') cells.push('');
    else if (sign === '"' && cell === '') isQuoted = true;
    else cells[last] = cell + sign;
  }
  return cells;
}

const runs = /^\s*["\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

describe('a customer’s formula in a name', () => {
  const character = fc.constantFrom(...'=+-@＝;,\t\r\n"\' A1'.split(''));
  const dangerous = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(''));
  const several = fc.array(dangerous, { minLength: 1, maxLength: 4 });

  test.each([',', ';', '\t'])('is not run by a spreadsheet that separates cells by %j', (separator) => {
    const runsNothing = fc.property(several, (texts) => {
      const cells = cellsOf(['id', ...texts.map(textCell)].join(','), separator);
      expect(cells.filter((cell) => runs.test(cell))).toEqual([]);
    });
    fc.assert(runsNothing, { numRuns: 2_000 });
  });

  test('is read unchanged by a comma-separated reader, with an apostrophe before it', async () => {
    expect(textCell('Bank;=HYPERLINK("http://x")')).toBe(`"Bank;'=HYPERLINK(""http://x"")"`);
    expect(textCell('First Bank, Lagos; branch 7')).toBe('"First Bank, Lagos; branch 7"');
    async function* rows() {
      yield await Promise.resolve([{ name: 'O’Neil; Sons' }]);
    }
    const pieces: string[] = [];
    for await (const piece of csvOf(rows(), [['Name', ({ name }) => textCell(name)]])) pieces.push(piece.toString());
    expect(pieces.join('')).toBe('\ufeffName\r\nO’Neil; Sons\r\n');
  });
});
