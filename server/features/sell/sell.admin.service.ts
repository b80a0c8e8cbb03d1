import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { containsPattern, userPatterns } from '#server/db/like.ts';
import { reportForged, withoutForged } from '#server/features/alarms/alarms.service.ts';
import { act, type ActionRow } from '#server/features/audit/audit.actions.service.ts';
import { auditRecord, textAbout } from '#server/features/audit/audit.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { readIfNamed, requireHash } from '#server/features/orders/decide/orders.hash.service.ts';
import { adminOrder } from '#server/features/orders/list/orders.lists.service.ts';
import {
  lockActiveCustomer,
  openOrder,
  type LockedCustomer,
} from '#server/features/orders/open/orders.opening.service.ts';
import { assertOtherRail } from '#server/features/payout-accounts/payout-accounts.bounds.service.ts';
import { railFor, assertMethod } from '#server/features/payout-accounts/payout-accounts.rails.service.ts';
import { listOwnAccounts } from '#server/features/payout-accounts/payout-accounts.service.ts';
import { rateUnavailable } from '#server/features/rates/rates.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { walletRow } from '#server/features/wallets/wallets.actions.service.ts';
import { addressUnavailable } from '#server/features/wallets/wallets.service.ts';
import { stopAddress } from '#server/features/wallets/wallets.stops.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { callOf } from '#server/http/guards/four-eyes.ts';
import { jsonText, type JsonText } from '#server/http/reply.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { Conflict, NotFound, wrongField } from '#server/lib/refusal.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { Platform } from '#server/platform.ts';
import { parseWire } from '#shared/kernel/amount.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { toText, toWire } from '#shared/kernel/money.ts';
import type { adminOrderDetails } from '#shared/orders/admin/orders.admin.contract.ts';
import {
  paymentDetailsView,
  type PaymentDetails,
  type PayoutAccountView,
} from '#shared/payout-accounts/payout-accounts.contract.ts';
import { bankCodeOf } from '#shared/reference/banks.ts';
import { railKindOf } from '#shared/reference/rails.ts';
import * as admin from '#shared/sell/sell.admin.contract.ts';
import type {
  adminGetSellQuote,
  adminListSellQuotes,
  adminSellQuoteTotals,
  AdminSellQuoteView,
  QuoteOrder,
} from '#shared/sell/sell.admin.contract.ts';
import { storedAddress } from '#shared/wallets/wallets.addresses.ts';
import * as contract from '#shared/wallets/wallets.contract.ts';
import {
  countAllOpenQuotes,
  findAnyQuote,
  listAllOpenQuotes,
  listQuotesAt,
  redactAnswers,
  sumByCoin,
  sumByCurrency,
  type OwnedQuote,
  type QuoteFilter,
  type StoppedAddress,
} from './sell.admin.queries.ts';
import { hasArrived } from './sell.leases.queries.ts';
import { assertHashOutput } from './sell.offer.service.ts';
import { openQuoteOrder } from './sell.opening.service.ts';
import { orderDraft } from './sell.order-draft.ts';
import { isLockedWith } from './sell.payout.service.ts';
import type { SellDeps } from './sell.ports.ts';
import { presentForTeam, priceNow, withoutAddress, type Priced } from './sell.pricing.ts';
import { sinceVisible } from './sell.promised.service.ts';
import { lockQuote, markQuoteUsed, type Quote } from './sell.queries.ts';
import { maxAgeMs, quoteUsed } from './sell.service.ts';

type Reader = Pick<Actor, 'masks'>;

function presentOwned({ quote, ...owner }: OwnedQuote, at: Date): AdminSellQuoteView {
  const view = { ...presentForTeam(quote, at), ...owner, userId: quote.userId };
  if (quote.isSigned) return { ...view, tampered: false };
  return { ...view, tampered: true, deposit: withoutAddress(view.deposit) };
}

/**
 * A page of all customers' open quotes, with the total. Without a search those of the last 24 hours; a search covers
 * all that are stored, as coins may arrive late. One that the product did not write is marked, and raises the alarm.
 */
export async function listAllQuotes(
  deps: Pick<Platform, 'db' | 'env' | 'inTx' | 'log' | 'now'>,
  reader: Reader,
  { q, sort, page, pageSize }: z.output<(typeof adminListSellQuotes)['query']>,
): Promise<{ quotes: AdminSellQuoteView[]; total: number }> {
  const at = deps.now();
  const filter = filterOf(q, reader, at);
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const openQuotes = await listAllOpenQuotes(deps.db, sort, { ...filter, ...range });
  const rows = openQuotes.map(({ quote }) => quote.stored);
  await withoutForged(deps, 'quote', rows);
  const quotes = openQuotes.map((quote) => presentOwned(quote, at));
  return { quotes, total: (await countAllOpenQuotes(deps.db, filter)).total };
}

/** Sums of these quotes: coins to receive and currencies to pay out. */
export async function sumQuotes(
  deps: Pick<Platform, 'db' | 'now'>,
  reader: Reader,
  { q }: z.output<(typeof adminSellQuoteTotals)['query']>,
): Promise<z.input<(typeof adminSellQuoteTotals)['response']>> {
  const filter = filterOf(q, reader, deps.now());
  return {
    coins: (await sumByCoin(deps.db, filter)).map((coin) => toWireRow(coin, 'amount')),
    payouts: (await sumByCurrency(deps.db, filter)).map((payout) => toWireRow(payout, 'netAmount')),
  };
}

function filterOf(q: string | undefined, reader: Reader, at: Date): QuoteFilter {
  const text = q?.trim() ?? '';
  const since = text ? new Date(at.getTime() - maxAgeMs) : sinceVisible(at);
  const namedAmount = parseWire(text.replaceAll(',', ''));
  const amount = namedAmount ? toText(namedAmount) : null;
  return {
    since,
    pattern: text ? containsPattern(text) : null,
    amount,
    userPatterns: text ? userPatterns(text, reader) : [],
  };
}

/** One open quote with the data needed to open its order. Refuses with not_found and quote_used. */
export async function readAnyQuote(
  deps: SellDeps,
  id: Id<'quote'>,
): Promise<z.input<(typeof adminGetSellQuote)['response']>> {
  const openQuote = await requireOpen(deps, id);
  const { userId, terms } = openQuote.quote;
  const accounts = await listOwnAccounts(deps, { userId });
  const { terms: currentTerms } = await priceOf(deps, openQuote.quote);
  return {
    ...presentOwned(openQuote, deps.now()),
    payoutAccounts: accounts.filter(({ currency }) => currency === terms.currency),
    netNow: currentTerms ? toWire(currentTerms.netAmount) : null,
  };
}

/** The values that are read before the transaction, as a provider or a node may be asked. */
type Opening = { quote: Quote; priced: Priced; account: PayoutAccountView | undefined; hash: string | null };

type LockedQuote = { userId: Id<'user'>; customer: LockedCustomer; locked: Quote | undefined };

const quoteRow: ActionRow<SellDeps & { opening: Opening }, LockedQuote, unknown, { id: Id<'quote'> }> = {
  lock: async (tx, { id }, { opening }) => {
    const { userId } = opening.quote;
    const customer = await lockActiveCustomer(tx, userId);
    return { userId, customer, locked: await lockQuote(tx, { userId, id }) };
  },
  missing: 'quote_not_found',
  ownersOf: ({ userId }) => [userId],
};

/** Opens the order on the terms of its coins where they came already, else on those that were chosen. */
const openOrderOf = act(admin.openOrderOfQuote, quoteRow, {
  apply: async ({ tx, deps, actor, row: { customer, locked }, body, now }) => {
    const { priced, account, hash } = deps.opening;
    if (!locked) throw quoteUsed();
    if (!locked.isSigned) throw addressUnavailable();
    const { id, userId, cryptoId, amount, reference, deposit } = locked;
    const opened = async (orderId: Id<'order'>) => ({
      answer: jsonText(await adminOrder({ ...deps, db: tx }, orderId)),
      details: { reference, reason: textAbout(userId, body.reason), terms: body.terms, orderId },
    });
    if (locked.leaseId && !locked.usedAt && (await hasArrived(tx, { leaseId: locked.leaseId }))) {
      if (body.terms !== 'quote' || body.payoutAccountId) throw new Conflict('conflict', 'quote_terms_fixed');
      return opened(await openQuoteOrder(tx, deps, actor, { quote: locked, customer }));
    }
    if (!(await markQuoteUsed(tx, { userId, id, now }))) throw quoteUsed();
    const terms = termsFor(deps.opening, body);
    const paymentDetails = account ? payeeOf(deps, account) : null;
    const sale = { cryptoId, amount, currency: terms.currency };
    const agreement = { terms, deposit, reference };
    await assertHashOutput(tx, deps, { userId, hash, sale }, agreement);
    const draft = orderDraft({ userId, sale, coin: priced.coin, hash, quoteId: id, paymentDetails }, agreement);
    return opened(await openOrder(tx, actor, { draft }, customer, now));
  },
});

type ChosenAccount = { account: PayoutAccountView; terms: Pick<Quote['terms'], 'netAmount' | 'currency'> };

/** Refuses a saved account whose rail is off, or does not take the sum, unless the quote was locked with that rail. */
function assertAccount(deps: SellDeps, quote: Quote, { account, terms: { netAmount, currency } }: ChosenAccount): void {
  const method = railFor(deps, currency, account.method);
  if (isLockedWith(quote, method, deps.now())) return;
  assertMethod(deps, { method, currency }, 'payoutAccountId');
  // The coins have arrived, and no minimum applies to money that we owe.
  assertOtherRail(deps, { method, currency }, netAmount, 'payoutAccountId');
}

/** The payee of a saved account, by the rail that is meant, with the code of its bank. */
function payeeOf(deps: SettingsPorts, account: PayoutAccountView): PaymentDetails {
  const payeeView = paymentDetailsView.parse(account);
  const details = { ...payeeView, method: railFor(deps, account.currency, payeeView.method) };
  const bankCode = railKindOf(details.method) === 'bank' ? bankCodeOf(account.currency, details) : undefined;
  return { ...details, ...(bankCode && { bankCode }) };
}

function termsFor(
  { quote, priced }: Pick<Opening, 'quote' | 'priced'>,
  { terms: chosenTerms }: Pick<QuoteOrder, 'terms'>,
) {
  const terms = chosenTerms === 'quote' ? quote.terms : priced.terms;
  if (!terms) throw rateUnavailable('sell_rate_unavailable');
  return terms;
}

/**
 * Opens the order of a quote whose coins came without a proof; no limit applies. Refuses with not_found, own_case,
 * quote_used, hash_used, rate_unavailable, not_offered, above_maximum, below_minimum, address_unavailable; a refusal
 * stores nothing.
 */
export async function openOrderOfQuote(
  deps: SellDeps,
  actor: Actor,
  params: { id: Id<'quote'> },
  body: QuoteOrder,
): Promise<z.input<typeof adminOrderDetails> | JsonText> {
  assertInstallation(deps);
  const { quote } = await requireOpen(deps, params.id);
  const { userId, cryptoId } = quote;
  const priced = await priceOf(deps, quote);
  const { currency } = termsFor({ quote, priced }, body);
  const { payoutAccountId, transactionHash } = body;
  const hash = transactionHash ? requireHash(cryptoId, transactionHash) : null;
  const accounts = payoutAccountId ? await listOwnAccounts(deps, { userId }) : [];
  const account = accounts.find((item) => item.id === payoutAccountId && item.currency === currency);
  if (payoutAccountId && !account) throw new NotFound('payout_account_not_found');
  if (account) assertAccount(deps, quote, { account, terms: termsFor({ quote, priced }, body) });
  await readIfNamed(deps, cryptoId, hash);
  const opening = { quote, priced, account, hash };
  const answer = await openOrderOf.carryOut({ ...deps, opening }, actor, { params, body });
  deps.orders.bump(userId);
  return answer;
}

async function requireOpen(deps: SellDeps, id: Id<'quote'>): Promise<OwnedQuote> {
  const anyQuote = await findAnyQuote(deps.db, { id });
  if (!anyQuote || anyQuote.quote.droppedAt) throw new NotFound('quote_not_found');
  if (anyQuote.quote.usedAt) throw quoteUsed();
  if (!anyQuote.quote.isSigned) {
    await reportForged(deps, 'quote', anyQuote.quote.stored);
    throw addressUnavailable();
  }
  return anyQuote;
}

function priceOf(deps: SellDeps, { cryptoId, amount, terms }: Quote): Promise<Priced> {
  return priceNow(deps, { cryptoId, amount, currency: terms.currency });
}

/**
 * Stops a deposit address: no new quote gets it, no answer has it, open screens fetch again, and customers who may be
 * about to pay there get a mail. Refuses with not_found and conflict as stopAddress does.
 */
export const stopDepositAddress = act(contract.stopAddress, walletRow, {
  apply: async ({ tx, deps, actor, row, params, body, approved }) => {
    const call = { ...callOf(contract.stopAddress, { params, body }), approved };
    const { address, tag } = storedAddress(params.cryptoId, body.address);
    if (tag !== null && body.memo !== null && tag !== body.memo) throw wrongField('memo', 'destination_tag_differs');
    const { reason } = body;
    const memo = body.memo ?? tag;
    const stop = await stopAddress(tx, deps, actor, { found: row, input: { address, memo, reason }, call });
    if (!stop) return { row, entries: [] };
    await informOfStop(tx, stop, stop.stoppedAt);
    return { row, entries: [{ record: auditRecord('wallet.address_stopped', { address, memo, reason }) }] };
  },
});

/** Removes a stopped address from every stored answer, and mails the customers who may be about to pay there. */
export async function informOfStop(tx: Tx, stopped: StoppedAddress, at: Date): Promise<void> {
  const { address, memo } = stopped;
  await redactAnswers(tx, { address, memo, stoppedAt: at.toISOString() });
  const quotes = await listQuotesAt(tx, { address, memo, since: sinceVisible(at) });
  for (const { id, userId, reference, email, firstName, language } of quotes) {
    const data = { firstName, id, reference };
    await sendMail(tx, { template: 'address_stopped', to: { userId, email, language }, data });
  }
}
