import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpointsByFeature } from './api.ts';
import type { Endpoint } from './kernel/endpoint.ts';

/** Lists that grow with what the team enters, not with customers: they are sent in full. */
const enteredLists = ['chains', 'fiat-currencies', 'fiat-exchange-rates', 'payment-methods', 'team', 'wallets'];
const accounts = ['desk-accounts', 'payout-profiles', 'deposit-sources', 'deposit-sources/:id/addresses'];
const texts = ['ready-texts', 'mail-texts/:language'];
/** Lists of one order, one user or one conversation. */
const notes = ['transactions/:id/notes', 'users/:id/notes', 'chat-rooms/:roomId/notes', 'chat-rooms/:roomId/messages'];
/**
 * Lists with a bound: the newest two hundred decisions, with the rest in the audit log; flags of the queue, which has q
 * and sort; a row per coin, source or currency; the last sendings.
 */
const boundedLists = [
  'approvals',
  'verdicts',
  'unmatched/sums',
  'price-sources',
  'payouts/due-parts',
  'newsletter/sendings',
];
/** Lists with a row per unit, per day of a requested range, or per month. */
const books = ['books/positions', 'books/profit', 'books/periods'];
/** Files that the team imports, newest first, and their lines in the order of the bank, which have q. */
const importedLists = ['statements', 'statement-lines', 'imports'];
const wholeLists = [enteredLists, accounts, texts, notes, boundedLists, books, importedLists]
  .flat()
  .map((path) => `/api/admin/${path}`);

const lists = endpointsByFeature
  .flatMap(({ endpoints }) => endpoints)
  .filter(({ method, access, response }) => method === 'GET' && access === 'admin' && response instanceof z.ZodArray);
const keysOf = ({ query }: Endpoint) => (query instanceof z.ZodObject ? Object.keys(query.shape) : []);

test('the administrator sees the length of every growing list, and can search and sort it', () => {
  const growingLists = lists.filter(({ path }) => !wholeLists.includes(path));
  expect(growingLists.length).toBeGreaterThan(5);
  const faults = growingLists.flatMap((list) => [
    ...(list.paged ? [] : [`${list.path} has no total`]),
    ...(['q', 'sort'] as const)
      .filter((key) => !keysOf(list).includes(key))
      .map((key) => `${list.path} takes no ${key}`),
  ]);
  expect(faults).toEqual([]);
});
