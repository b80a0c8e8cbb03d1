import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpointsByFeature } from './api.ts';
import type { Endpoint } from './kernel/endpoint.ts';

/** Lists that grow with what the team enters, not with customers: they come whole. */
const whole = [
  '/api/admin/chains',
  '/api/admin/fiat-currencies',
  '/api/admin/fiat-exchange-rates',
  '/api/admin/payment-methods',
  '/api/admin/team',
  '/api/admin/wallets',
  '/api/admin/deposit-sources',
  // Of one source, by index.
  '/api/admin/deposit-sources/:id/addresses',
  '/api/admin/ready-texts',
  '/api/admin/mail-texts/:language',
  // The newest two hundred; the rest is in the audit log.
  '/api/admin/approvals',
  // One order's, one user's or one conversation's.
  '/api/admin/transactions/:id/notes',
  '/api/admin/users/:id/notes',
  '/api/admin/chat-rooms/:roomId/notes',
  // The colours of the open sales in the queue, which has q and sort.
  '/api/admin/verdicts',
  // One row a coin.
  '/api/admin/unmatched/sums',
  // One conversation, read backwards from a message.
  '/api/admin/chat-rooms/:roomId/messages',
  // Files that the team imports, newest first, and their lines in the order of the bank, which have q.
  '/api/admin/statements',
  '/api/admin/statement-lines',
  '/api/admin/desk-accounts',
  '/api/admin/payout-profiles',
];

const lists = endpointsByFeature
  .flatMap(({ endpoints }) => endpoints)
  .filter(({ method, access, response }) => method === 'GET' && access === 'admin' && response instanceof z.ZodArray);
const keysOf = ({ query }: Endpoint) => (query instanceof z.ZodObject ? Object.keys(query.shape) : []);

test('the administrator sees how long every growing list is, and can search and sort it', () => {
  const growing = lists.filter(({ path }) => !whole.includes(path));
  expect(growing.length).toBeGreaterThan(5);
  const missing = growing.flatMap((list) => [
    ...(list.paged ? [] : [`${list.path} has no total`]),
    ...(['q', 'sort'] as const)
      .filter((key) => !keysOf(list).includes(key))
      .map((key) => `${list.path} takes no ${key}`),
  ]);
  expect(missing).toEqual([]);
});
