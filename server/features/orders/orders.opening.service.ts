import type { Tx } from '#server/db/connection.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { NotFound } from '#server/http/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { toText, type Amount } from '#shared/kernel/money.ts';
import {
  findDuplicate,
  findDuplicateExchange,
  isHashTaken,
  lockCustomer,
  type DuplicateExchange,
  type LockedCustomer,
} from './orders.queries.ts';
import { hashTaken } from './orders.service.ts';

export type { LockedCustomer, OrderDraft } from './orders.queries.ts';

/** Takes the customer's lock: from here on no other order of theirs can be counted or written beside this one. */
export async function lockActiveCustomer(tx: Tx, userId: string): Promise<LockedCustomer> {
  const customer = await lockCustomer(tx, userId);
  if (customer?.status !== 'active') throw new NotFound('account_not_found');
  return customer;
}

/** Refuses a hash that another live order of the coin names, as its deposit or as its settlement. */
export async function requireFreeHash(tx: Tx, cryptoId: string, hash: string): Promise<void> {
  if (await isHashTaken(tx, cryptoId, hash, null)) throw hashTaken('transactionHash');
}

/** The admin address for notices of new orders; undefined where settings turn them off. */
export function newOrderRecipient(deps: Pick<Platform, 'env'> & SettingsPorts): string | undefined {
  return settingsOf(deps).rules.newOrderMail ? deps.env.admin.email : undefined;
}

const duplicateWindowMs = 60_000;

/**
 * The order that a repeat without an Idempotency-Key duplicates: same user, coin, amount and proof bytes within a
 * minute. The caller holds the customer's lock.
 */
export async function duplicateOf(
  tx: Tx,
  sale: { userId: string; cryptoId: string; amount: Amount<'coin'>; proofHash: Buffer },
  now: Date,
): Promise<string | undefined> {
  const since = new Date(now.getTime() - duplicateWindowMs);
  return findDuplicate(tx, { ...sale, amount: toText(sale.amount), since });
}

/** The exchange that a repeated submission without a key duplicates: same user, terms and account within a minute. */
export async function duplicateExchangeOf(
  tx: Tx,
  exchange: Omit<DuplicateExchange, 'since'>,
  now: Date,
): Promise<string | undefined> {
  return findDuplicateExchange(tx, { ...exchange, since: new Date(now.getTime() - duplicateWindowMs) });
}
