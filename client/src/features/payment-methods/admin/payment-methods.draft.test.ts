import { expect, test } from 'vitest';
import type { AdminPaymentMethod } from './payment-methods.admin.queries.ts';
import {
  bodyOf,
  changedLines,
  countryOf,
  detailsOf,
  draftOf,
  missingFields,
  newLine,
  withOtherType,
} from './payment-methods.draft.ts';

const draft = { ...draftOf(undefined), currency: 'NGN', name: 'gtb', displayName: ' Guaranty Trust ' };

test('account details are read as JSON, and stay as text if they are not JSON', () => {
  const detailsOfText = (text: string) => detailsOf({ lines: [], text });
  expect(detailsOfText('{"Bank":"GTB","Account number":"0123"}')).toEqual({ Bank: 'GTB', 'Account number': '0123' });
  expect(detailsOfText('Pay at the counter')).toEqual({ details: 'Pay at the counter' });
  expect(detailsOfText('{"Bank": {"name": "GTB"}}')).toEqual({ details: '{"Bank": {"name": "GTB"}}' });
  expect(detailsOfText('{"Account number": 123, "Limit": 1e30}')).toEqual({
    details: '{"Account number": 123, "Limit": 1e30}',
  });
  expect(detailsOfText('{"Account number": 123}')).toEqual({ 'Account number': '123' });
  expect(detailsOfText('["a"]')).toEqual({ details: '["a"]' });
  expect(detailsOfText('  ')).toEqual({});
});

test('the lines of an account become JSON in their order, without empty ones', () => {
  const lines = [newLine('Zulu', '1'), newLine('Alpha', '2'), newLine('', 'lost'), newLine('Empty', ' ')];
  const text = withOtherType({ ...draft, lines });
  expect(JSON.parse(text.text ?? '')).toEqual({ Zulu: '1', Alpha: '2' });
  expect(withOtherType(text).lines.map(({ label }) => label)).toEqual(['Zulu', 'Alpha']);
});

test('the country follows the currency, and missing fields are named', () => {
  expect([countryOf('NGN'), countryOf('HKD'), countryOf('XXX')]).toEqual(['NG', 'HK', '']);
  expect(missingFields(draftOf(undefined))).toEqual(['currency', 'name', 'displayName']);
  expect(missingFields(draft)).toEqual([]);
  expect(bodyOf(draft)).toMatchObject({ displayName: 'Guaranty Trust', instructions: null, sortOrder: 0 });
});

test('the operator reads each changed line of an account before and after the change', () => {
  const body = { ...bodyOf(draft), accountDetails: { Bank: 'GTB', 'Account number': '0123' } };
  const storedMethod = { ...body, id: 'x', isSample: false, tampered: false } as unknown as AdminPaymentMethod;
  expect(changedLines(storedMethod, body)).toEqual([]);
  const changedMethod = { ...body, accountDetails: { 'Account number': '0124', IBAN: 'X' }, sortOrder: 3 };
  expect(changedLines(storedMethod, changedMethod)).toEqual([
    { field: 'accountDetails', label: 'Bank', from: 'GTB', to: undefined },
    { field: 'accountDetails', label: 'Account number', from: '0123', to: '0124' },
    { field: 'accountDetails', label: 'IBAN', from: undefined, to: 'X' },
    { field: 'sortOrder', from: 0, to: 3 },
  ]);
  expect(changedLines(storedMethod, { isActive: false })).toEqual([{ field: 'isActive', from: true, to: false }]);
});

test('an account that was changed in the database has only its labels in the form', () => {
  const body = { ...bodyOf(draft), accountDetails: { Bank: 'X', IBAN: 'DE666' }, instructions: 'Pay my cousin' };
  const forgedBody = { ...body, id: 'x', isSample: false, tampered: true } as unknown as AdminPaymentMethod;
  const { lines, instructions } = draftOf(forgedBody);
  expect(lines.map(({ label, value }) => `${label}: ${value}`)).toEqual(['Bank: ', 'IBAN: ']);
  expect(instructions).toBe('');
  expect(draftOf({ ...forgedBody, tampered: false }).lines.map(({ value }) => value)).toEqual(['X', 'DE666']);
});
