import { describe, expect, test } from 'vitest';
import { chainDetails } from '#shared/reference/chains.ts';
import { coins } from '#shared/reference/coins.ts';
import { settingsDefaults } from './settings.defaults.ts';
import { addressUrl, transactionUrl } from './settings.explorers.ts';
import { settingsInput } from './settings.input.ts';

const noExplorers = settingsDefaults.explorers;
const transactions = Object.fromEntries(
  Object.entries(chainDetails).map(([chain, details]) => [chain, details.explorers.transaction]),
) as typeof noExplorers.transactions;
const explorers = { ...noExplorers, transactions };
const hash = 'AB'.repeat(32);

describe('a link to an explorer', () => {
  test('opens a hash in its one spelling, and no other text', () => {
    expect(transactionUrl(explorers, 'usdt-trc20', ` ${hash} `)).toBe(
      `https://tronscan.org/#/transaction/${'ab'.repeat(32)}`,
    );
    expect(transactionUrl(explorers, 'tron', '"><script>')).toBeUndefined();
    expect(transactionUrl(explorers, 'dogecoin', hash)).toBeUndefined();
    expect(transactionUrl(undefined, 'tron', hash)).toBeUndefined();
    const links = coins.map(({ id, txHash }) => transactionUrl(explorers, id, txHash.example));
    expect(links.filter((link) => link?.startsWith('https://'))).toHaveLength(coins.length);
  });

  test('is missing unless the operator names an explorer', () => {
    for (const { id, txHash } of coins) {
      expect(transactionUrl(noExplorers, id, txHash.example)).toBeUndefined();
      expect(addressUrl(noExplorers, id, 'bc1qxyz')).toBeUndefined();
    }
  });

  test('has an address as one part of the path, with any characters', () => {
    const ownExplorers = {
      ...explorers,
      addresses: { ...explorers.addresses, bitcoin: 'https://node.test/a/{address}?q=1' },
    };
    expect(addressUrl(ownExplorers, 'bitcoin', 'bc1qxyz')).toBe('https://node.test/a/bc1qxyz?q=1');
    expect(addressUrl(ownExplorers, 'bitcoin', '../$&"?x#y')).toBe('https://node.test/a/..%2F%24%26%22%3Fx%23y?q=1');
    expect(addressUrl(ownExplorers, 'litecoin', 'ltc1qxyz')).toBeUndefined();
  });
});

describe('the administrator’s explorer', () => {
  const problemOf = (bitcoin: string) => {
    const parsedSettings = settingsInput.safeParse({ explorers: { transactions: { ...transactions, bitcoin } } });
    return parsedSettings.success
      ? parsedSettings.data.explorers?.transactions?.bitcoin
      : parsedSettings.error.issues[0]?.message;
  };

  test('is empty, or an https address with the placeholder once', () => {
    const acceptedTemplates = [
      '',
      ...Object.values(explorers.transactions),
      'https://node.test:8443/find?tx={hash}&lang=en',
    ];
    for (const template of acceptedTemplates) expect(problemOf(template)).toBe(template);
    expect(problemOf(' https://node.test/{hash} ')).toBe('https://node.test/{hash}');
  });

  test.each(['https://node.test', 'https://node.test/tx/{address}', 'https://node.test/{hash}/{hash}'])(
    'has its placeholder: not %s',
    (template) => expect(problemOf(template)).toBe('placeholder_missing'),
  );

  test.each([
    'http://node.test/{hash}',
    'javascript:alert({hash})',
    'node.test/{hash}',
    'https://{hash}',
    'https://{hash}.node.test/',
    'https://node.test{hash}',
    'https://user:password@node.test/{hash}',
    'https://node.test/{hash}/{name}',
    'https://node.test/a b/{hash}',
  ])('is a page of a named host over https: not %s', (template) =>
    expect(problemOf(template)).toBe('explorer_address_malformed'),
  );
});
