import type { z } from 'zod';
import type { Db, Tx } from '#server/db/connection.ts';
import { containsPattern } from '#server/db/like.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal } from '#shared/kernel/money.ts';
import { listHeldRates as contract } from '#shared/rates/rates.contract.ts';
import { lockHeldRate, readHeldRates, setHeldRateDecision, type HeldRate } from './rates.held.queries.ts';
import type { RatesDeps } from './rates.ports.ts';
import * as queries from './rates.queries.ts';
import { readSourceRates, readSourcePrices } from './rates.source-prices.queries.ts';

type Query = z.output<(typeof contract)['query']>;

/** A page of the held rates, those to review first, then the decided ones, and how many there are. */
export async function listHeldRates(
  { db }: { db: Db },
  { q, sort, page, pageSize }: Query = contract.query.parse({}),
): Promise<{ rates: HeldRate[]; total: number }> {
  const pattern = q?.trim() ? containsPattern(q.trim()) : null;
  return readHeldRates(db, { pattern, sort, limit: pageSize, offset: (page - 1) * pageSize });
}

/** Returns the offers of each source in use for the waiting rates, by kind and subject. */
export async function readHeldOffers(
  { db, prices, fx }: Pick<Platform, 'db' | 'prices' | 'fx'>,
  rates: readonly HeldRate[],
) {
  const sourceNames = (providers: readonly { source: string }[]) => ({
    sources: providers.map(({ source }) => source),
  });
  const isWaiting = (wantedKind: HeldRate['kind']) =>
    rates.some(({ kind, status }) => kind === wantedKind && status === 'waiting');
  const [ofCoins, ofCurrencies] = await Promise.all([
    isWaiting('coin') ? readSourcePrices(db, sourceNames(prices)) : [],
    isWaiting('currency') ? readSourceRates(db, sourceNames(fx)) : [],
  ]);
  return ({ kind, subject, status }: HeldRate) =>
    (kind === 'coin' ? ofCoins : ofCurrencies).flatMap(({ source, subject: heldSubject, value, why }) =>
      status === 'waiting' && heldSubject === subject && value !== null && why === null
        ? [{ source, price: value }]
        : [],
    );
}

/**
 * Decides on a held rate: an accepted one becomes the last good rate as of its last offer; after a refusal the old one
 * stays. Refuses with not_found, and already_decided (also if the source recovered meanwhile).
 */
export async function decideHeldRate(
  { inTx }: Pick<RatesDeps, 'inTx'>,
  actor: Actor,
  id: Id<'heldRate'>,
  decision: 'accepted' | 'refused',
): Promise<void> {
  await inTx(async (tx) => {
    const heldRate = await lockHeldRate(tx, { id });
    if (!heldRate) throw new NotFound('held_rate_not_found');
    if (heldRate.status !== 'waiting') throw new Conflict('already_decided', 'held_rate_decided');
    if (decision === 'accepted') await acceptRate(tx, heldRate);
    await setHeldRateDecision(tx, { id, status: decision, decidedBy: actor.userId });
    const details = { lastGood: heldRate.lastGood, offered: heldRate.offered, source: heldRate.source };
    await recordAudit(tx, actor, `rates.${decision}`, { type: heldRate.kind, id: heldRate.subject }, details);
    await publish(tx, { kind: 'rates_changed' });
  });
}

async function acceptRate(tx: Tx, { kind, subject, offered, offeredAt: at, source }: HeldRate): Promise<void> {
  const rates = [{ subject, value: decimal(offered), change24h: null, at, source }];
  await (kind === 'coin' ? queries.storePrices(tx, rates) : queries.storeFx(tx, rates));
}

/** Sets the minimum deposit of a coin, in coins; every process uses it at once. */
export async function setMinimumDeposit(tx: Tx, coinId: string, amount: string): Promise<void> {
  await queries.updateMinimumDeposit(tx, { coinId, amount });
  await publish(tx, { kind: 'rates_changed' });
}
