import { expect, test } from 'vitest';
import { previewLines } from './payouts.profile-preview.ts';

const payout = { direction: 'payout', name: 'Bank', encoding: 'utf-8', heading: true } as const;
const columns = [
  { heading: 'Number', value: '{accountNumber}' },
  { heading: 'Sum', value: '{amount}' },
  { heading: 'Text', value: 'Pay {reference}' },
];

test('an operator sees the headings of a layout and two payouts in its columns', () => {
  expect(previewLines({ ...payout, columns, separator: ';', decimal: ',' })).toEqual([
    'Number;Sum;Text',
    '0152792740;14020,00;Pay LF-5T2R-8C',
    '2001504626;52204,02;Pay LF-8SZX-FA',
  ]);
});

test('a layout without headings begins with the first payout, and shows an unknown placeholder', () => {
  const ownColumns = [{ heading: 'A', value: '{nonsense}' }];
  expect(previewLines({ ...payout, heading: false, columns: ownColumns, separator: ',', decimal: '.' })).toEqual([
    '{nonsense}',
    '{nonsense}',
  ]);
});

test('a layout of a statement shows the columns that it reads', () => {
  const statement = { direction: 'statement', name: 'Bank', dateFormat: 'DD.MM.YYYY', decimal: '.', skip: 0 } as const;
  const statementLayout = { ...statement, date: 'Date', amount: 'Amount', text: ['Text'], separator: ';' } as const;
  expect(previewLines({ ...statementLayout, text: ['Text'], encoding: 'utf-8', sign: 'asWritten' })).toEqual([
    'Date;Amount;Text',
    '24.11.2026;-93.02;LF7K3MQ2 Ada Obi',
    '25.11.2026;250.00;LF9XW24B',
  ]);
});
