import { expect, test } from 'vitest';
import { areBusinessHours, isWithinHours } from '#shared/settings/settings.business-hours.ts';
import { findAccounts, normalizeAccount } from './chat.accounts.ts';

test.each([
  'pay 0x52908400098527886E0F7030069857D2E4169EE7 now',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb please',
  'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh',
  'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  'my IBAN: DE89 3702 0044 0532 0130 00 thanks',
  'GB82WEST12345698765432',
  'send it to 0123456789',
  'account 1234-5678-9012',
  'bc1qar0srrr7\u200bxfkvy5l643lydnw9re59gtzzwf5mdq',
])('an account in a message is recognised: %s', (text) => {
  expect(findAccounts(text)).toHaveLength(1);
});

test.each([
  'Hello, where is LF-7K3M-Q2?',
  'My hash is 0xb5c8bd9430b6cc87a0e2fe110ece6bf527fa4f170a4bc8cd032f768fc5219838',
  'I sold 1,000,000.50 and 123456.78901234',
  'Call +234 803 123 4567',
  'It took 24-48 hours on 2026-11-21',
  'DE00 3702 0044 is not checked',
  '',
])('no account is recognised in: %s', (text) => {
  expect(findAccounts(text)).toEqual([]);
});

test('an account is recognised as one in any spelling', () => {
  expect(normalizeAccount('DE89 3702-0044')).toBe(normalizeAccount('de8937020044'));
  expect(findAccounts('1234 56789 and 123456789')).toEqual(['123456789']);
});

test('the team is online within its hours, in its own zone, and always if its text names no hours', () => {
  const friday = new Date('2026-11-20T17:30:00Z');
  const saturday = new Date('2026-11-21T10:30:00Z');
  for (const hours of ['24/7', 'Whenever we are awake', 'Mon-Fri 09:00-18:00, Sat 10:00-11:00'])
    expect(isWithinHours(hours, saturday)).toBe(true);
  for (const hours of ['Mon-Fri 09:00-18:00', 'Mon-Fri 9-18'])
    expect([isWithinHours(hours, friday), isWithinHours(hours, saturday)]).toEqual([true, false]);
  expect(isWithinHours('Monday - Friday 9:00 - 18:00 Europe/Berlin', friday)).toBe(false);
  expect(isWithinHours('Sat-Mon 10:00-11:00 Nowhere/Land', friday)).toBe(true);
});

test('unreadable hours are refused, so that a spelling never means always open', () => {
  const readableHours = [
    '24/7',
    '24 / 7',
    'Mon-Fri 9-17',
    'Mon-Fri 09:00-17:30 Europe/Berlin',
    'Sat 10:00-11:00, Sun 10-24',
  ];
  expect(readableHours.filter((hours) => !areBusinessHours(hours))).toEqual([]);
  const unreadableHours = ['always', 'Mon-Fri', '9-17', 'Mun-Fri 9-17', 'Mon 9-17 Nowhere/Land'];
  const impossibleHours = ['Mon-Fri 17-9', 'Mon-Fri 9-25', 'Mon 9:75-10'];
  expect([...unreadableHours, ...impossibleHours].filter(areBusinessHours)).toEqual([]);
});
