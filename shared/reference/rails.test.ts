import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { payoutShape } from '#shared/payouts/payouts.accounts.contract.ts';
import readyProfiles from '#shared/payouts/ready-profiles.json' with { type: 'json' };
import { languages } from './languages.ts';
import { payoutCurrency } from './payout-currencies.ts';
import {
  boundsOf,
  brandOf,
  chosenRail,
  methodOf,
  railIds,
  railKindOf,
  railOf,
  rails,
  railWordsOf,
  usualRails,
} from './rails.ts';

const details = { accountName: 'Ada Obi', accountNumber: '0123456789', bankName: 'Bank' };
const email = { ...details, accountNumber: 'ada@example.com' };

/** An account of each rail: a new rail gets a row. */
const accounts: Record<string, object> = {
  bank: details,
  paypal: email,
  wise: email,
  'ng-bank': { ...details, accountNumber: '0152792740', bankCode: '058' },
  'ke-mpesa': { ...details, accountNumber: '0712345678' },
  'ke-bank': details,
  'gh-mtn': { ...details, accountNumber: '0241234567' },
  'gh-telecel': { ...details, accountNumber: '0201234567' },
  'gh-bank': details,
  'ug-mtn': { ...details, accountNumber: '0772123456' },
  'ug-airtel': { ...details, accountNumber: '0752123456' },
  'tz-mpesa': { ...details, accountNumber: '0754123456' },
  'rw-mtn': { ...details, accountNumber: '0788123456' },
  'ph-gcash': { ...details, accountNumber: '0917 123 4567' },
  'ph-maya': { ...details, accountNumber: '0918 123 4567' },
  'ph-bank': details,
  'mx-spei': { ...details, accountNumber: '032180000118359719' },
  'br-pix': { ...details, accountNumber: '529.982.247-25' },
  sepa: { ...details, accountNumber: 'DE89370400440532013000' },
  'us-ach': { ...details, bankCode: '021000021' },
  'gb-fps': { ...details, bankCode: '200000' },
};

test('each rail is listed once, has an account, and has a row in this test', () => {
  expect(Object.keys(accounts)).toEqual(railIds);
  expect(new Set(railIds).size).toBe(railIds.length);
  for (const [method, account] of Object.entries(accounts))
    expect(paymentDetails.safeParse({ ...account, method }).error?.issues).toBeUndefined();
});

test('a customer who leaves out a required field of a rail is shown the field', () => {
  for (const { id, fields } of rails)
    for (const { name, required } of fields.filter((field) => field.required)) {
      const parsedDetails = paymentDetails.safeParse({ ...accounts[id], method: id, [name]: '' });
      const invalidFields = new Set(parsedDetails.error?.issues.map(({ path }) => path[0]));
      expect([id, required, [...invalidFields]]).toEqual([id, true, [name]]);
    }
});

test.each(rails)('the currency, layout and labels in ten languages of $id exist', (rail) => {
  for (const currency of rail.currencies) expect(payoutCurrency(currency)?.code).toBe(currency);
  const profilesById: Record<string, unknown> = readyProfiles;
  const layout = rail.csvProfile === null ? undefined : payoutShape.parse(profilesById[rail.csvProfile]);
  const isMobile = rail.fields.some(({ shape }) => shape === 'mobile');
  // A file of telephone numbers at another provider would pay strangers.
  expect([rail.countries.length, layout?.rails]).toEqual(
    isMobile ? [1, [rail.id]] : [rail.countries.length, undefined],
  );
  expect(isMobile).toBe(rail.kind === 'mobile_money' || rail.kind === 'wallet');
  for (const { code } of languages)
    for (const { label } of rail.fields) {
      const [name = '', path = ''] = label.split(':');
      const file = new URL(`../locales/${code}/${name}.json`, import.meta.url);
      const catalogue: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const text = path.split('.').reduce<unknown>((part, key) => Reflect.get(part as object, key), catalogue);
      expect([code, label, typeof text]).toEqual([code, label, 'string']);
    }
});

test('a bound without a document of its provider is marked as such', () => {
  for (const { min, max, unverified = [] } of rails)
    expect([...unverified].toSorted()).toEqual([...(max ? ['max'] : []), ...(min ? ['min'] : [])]);
});

test('bank, PayPal and Wise are offered by default, and an unknown rail counts as a bank', () => {
  expect(usualRails).toEqual(['bank', 'paypal', 'wise']);
  expect([railKindOf('ke-mpesa'), railKindOf('ph-gcash'), railKindOf('gone'), railKindOf(null)]).toEqual([
    'mobile_money',
    'wallet',
    'bank',
    'bank',
  ]);
  expect(['ph-gcash', 'wise', 'ng-bank'].map(railWordsOf)).toEqual(['mobile_money', 'paypal', 'bank']);
  expect([brandOf('ke-mpesa'), brandOf('ng-bank'), brandOf('mx-spei')]).toEqual(['M-Pesa', null, 'SPEI']);
  expect([methodOf(null), methodOf({ method: 'gone' }), methodOf({ method: 'wise' })]).toEqual([
    'bank',
    'bank',
    'wise',
  ]);
});

test.each([
  ['bank', ['ke-mpesa', 'ke-bank'], 'ke-bank'],
  ['bank', ['bank', 'ke-bank'], 'bank'],
  ['bank', ['ke-mpesa'], 'bank'],
  ['ke-mpesa', ['ke-mpesa', 'ke-bank'], 'ke-mpesa'],
])('a customer’s method %s among the enabled rails %j is the rail %s', (method, enabledRails, chosenRailId) => {
  expect(chosenRail(method, enabledRails)).toBe(chosenRailId);
});

test('the narrower of the bounds of a rail and of its currency applies', () => {
  const mpesa = railOf('ke-mpesa') ?? {};
  expect(boundsOf(mpesa, { min: null, max: null })).toEqual({ min: null, max: 250_000 });
  expect(boundsOf(mpesa, { min: 50, max: 100 })).toEqual({ min: 50, max: 100 });
  expect(boundsOf({ min: 100 }, { min: 50, max: null })).toEqual({ min: 100, max: null });
});
