import { searchOf } from '#server/db/like.ts';
import { reportForged, withoutForged } from '#server/features/alarms/alarms.service.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { lockActiveCustomer } from '#server/features/orders/open/orders.opening.service.ts';
import { rateUnavailable } from '#server/features/rates/rates.service.ts';
import { assertOffered } from '#server/features/sell/sell.offer.service.ts';
import { receivingOf } from '#server/features/sell/sell.payout.service.ts';
import {
  hasArrived,
  storeQuote,
  lockQuote,
  presentQuote,
  priceNow,
} from '#server/features/sell/sell.quotes.service.ts';
import { readQuote } from '#server/features/sell/sell.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { ErasureStep } from '#server/features/users/users.service.ts';
import { addressUnavailable } from '#server/features/wallets/wallets.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { Gone, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { parseWire } from '#shared/kernel/amount.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { toText } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { offerCodeOf } from '#shared/offers/offers.code.ts';
import type { AdminOfferView, OffersQuery, OfferView } from '#shared/offers/offers.contract.ts';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import type { OffersDeps } from './offers.ports.ts';
import { isSignedOffer, presentForLink, presentForTeam, saleOf, termsOf, auditedOffer } from './offers.present.ts';
import * as queries from './offers.queries.ts';
import type { OfferRow } from './offers.queries.ts';

export { exportOffersPersonalData } from './offers.queries.ts';

/** Returns a page of offers as this member may see them. A forged one is marked, and raises the alarm. */
export async function offersForTeam(
  deps: Platform & SettingsPorts,
  actor: Actor,
  { q, state, sort, page, pageSize }: OffersQuery,
): Promise<{ rows: AdminOfferView[]; total: number }> {
  const namedAmount = parseWire(q?.replaceAll(',', ''));
  const filter = {
    ...searchOf(q, actor),
    state: state ?? null,
    amount: namedAmount ? toText(namedAmount) : null,
    sort,
  };
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await queries.listOffers(deps.db, filter, range);
  await withoutForged(deps, 'offer', rows);
  return { rows: rows.map((row) => presentForTeam(deps, actor, row)), total };
}

/** Returns one offer as this member may see it. Refuses with not_found. */
export async function offerForTeam(
  deps: Platform & SettingsPorts,
  actor: Actor,
  id: Id<'offer'>,
): Promise<AdminOfferView> {
  const row = await queries.findOffer(deps.db, { id });
  if (!row) throw notFound();
  await withoutForged(deps, 'offer', [row]);
  return presentForTeam(deps, actor, row);
}

const notFound = () => new NotFound('offer_not_found');

/** 410: only a sale at today's rate is left. */
const offerOver = ({ publicUrl }: Pick<Platform, 'publicUrl'>) =>
  new Gone('offer_over', reasonWith('offer_over', { link: `${publicUrl}/sell` }));

/**
 * Refuses an offer that this reader cannot take: with not_found one of another customer or a withdrawn one, with
 * offer_over one that is over or taken. A visitor without an account may read every offer that is not over.
 */
function assertOpenTo(deps: Pick<Platform, 'publicUrl'>, row: OfferRow, reader: Actor | null): void {
  const { currentState, userId, takenBy } = row;
  if (currentState === 'withdrawn') throw notFound();
  if (reader && userId !== null && userId !== reader.userId) throw notFound();
  if (currentState === 'expired' || currentState === 'ordered') throw offerOver(deps);
  if (reader && takenBy !== null && takenBy !== reader.userId) throw offerOver(deps);
}

/** The offer behind a link, if this reader can take it. Refuses with not_found and offer_over. */
async function offerBehind(deps: Platform & SettingsPorts, typedCode: string, reader: Actor | null): Promise<OfferRow> {
  assertInstallation(deps);
  // An invalid code is looked up as well, so that every answer takes equally long.
  const row = await queries.findOfferByCode(deps.db, { code: offerCodeOf(typedCode) ?? '' });
  if (!row) throw notFound();
  if (!isSignedOffer(row)) {
    await reportForged(deps, 'offer', row);
    throw notFound();
  }
  assertOpenTo(deps, row, reader);
  return row;
}

/**
 * Returns the offer behind a link as everybody sees it; reading changes nothing. Refuses with not_found, and
 * offer_over.
 */
export async function readOffer(
  deps: Platform & SettingsPorts,
  reader: Actor | null,
  typedCode: string,
): Promise<OfferView> {
  const row = await offerBehind(deps, typedCode, reader);
  return presentForLink(row, settingsOf(deps).brand.name);
}

/**
 * Locks the rate of an offer for the first who takes it, as a quote; again it is the same quote. Refuses with
 * not_found, offer_over, own_case, not_offered, rate_unavailable, and as a quote does; the offer stays open then.
 */
export async function takeOffer(
  deps: OffersDeps,
  actor: Actor,
  typedCode: string,
  idempotency: Idempotency<SellQuoteView>,
): Promise<Outcome<SellQuoteView>> {
  const seenOffer = await offerBehind(deps, typedCode, actor);
  assertNotOwnCase(actor, seenOffer.madeBy);
  // Raises the alarm for a quote that the product did not write, and shows no address of it.
  if (seenOffer.currentState === 'taken' && seenOffer.quoteId) await readQuote(deps, actor, seenOffer.quoteId);
  const sale = saleOf(seenOffer);
  assertOffered(deps, sale);
  const { coin, terms: today } = await priceNow(deps, sale);
  if (!today) throw rateUnavailable('sell_rate_unavailable');
  const receiving = await receivingOf(deps, sale.cryptoId, { isGiven: false });
  return idempotency.run(async (tx) => {
    const { userId } = actor;
    // The customer before the offer, as an erasure does.
    await lockActiveCustomer(tx, userId);
    await queries.lockOffer(tx, { id: seenOffer.id });
    // Reads the offer again under the lock: the previous holder may have taken it.
    const row = await queries.findOffer(tx, { id: seenOffer.id });
    if (!row || !isSignedOffer(row)) throw notFound();
    assertOpenTo(deps, row, actor);
    const lastQuote = row.quoteId ? await lockQuote(tx, { userId, id: row.quoteId }) : undefined;
    if (lastQuote && row.currentState === 'taken') {
      if (!lastQuote.isSigned) throw addressUnavailable();
      return presentQuote(lastQuote, deps.now());
    }
    // A dropped or expired quote whose coins are in a block becomes an order of these terms by itself.
    if (lastQuote?.leaseId && (await hasArrived(tx, { leaseId: lastQuote.leaseId }))) throw offerOver(deps);
    const quote = await storeQuote(tx, deps, actor, { sale, terms: termsOf(row), receiving, network: coin.network });
    await queries.writeOffer(tx, row, { state: 'taken', takenBy: userId, quoteId: quote.id });
    const details = { ...auditedOffer(row), quoteId: quote.id };
    await recordAudit(tx, actor, 'offer.taken', { type: 'offer', id: row.id }, details);
    return presentQuote(quote, quote.createdAt);
  });
}

/**
 * Withdraws the offers of a user who is being deleted, and deletes the team's notes on them. Offers that became orders
 * stay.
 */
export const eraseOffersPersonalData: ErasureStep = async (tx, { id }) => {
  for (const row of await queries.lockOffersOf(tx, { userId: id })) {
    const isOver = row.state === 'ordered' || row.state === 'withdrawn' || row.currentState === 'ordered';
    await queries.writeOffer(tx, row, { note: null, ...(!isOver && { state: 'withdrawn' }) });
  }
};
