import type { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import { containsPattern, hidesContacts, namePatterns, userPatterns } from '#server/db/like.ts';
import { readingSearch } from '#server/db/replica.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { reportForged } from '#server/features/alarms/alarms.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound, wrongField } from '#server/lib/refusal.ts';
import { rangeEnd, rangeStart } from '#shared/kernel/day-range.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { type adminListOrders, type AdminOrderDetails } from '#shared/orders/admin/orders.admin.contract.ts';
import { orderTypes, type listOrders, type OrderDetails } from '#shared/orders/orders.contract.ts';
import { isOpen, openStatuses, orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import { verdictWordOf, type VerdictWord } from '#shared/orders/orders.verdict-levels.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { handlingFilterOf } from '#shared/users/users.handling.ts';
import type { OrdersDeps, SaleDeposits } from '../orders.ports.ts';
import { findOpenSignedOrders } from '../orders.queries.ts';
import { readBook, type BookFilter, type BookPage, type BookSearch } from './orders.book.queries.ts';
import { readOwnOrders, type OwnFilter } from './orders.own.queries.ts';
import { amendmentsOf, customerCard, warningsOf } from './orders.review.present.ts';
import { readMoneyBack, readReview } from './orders.review.queries.ts';
import { findMatches, isDepositAddress } from './orders.search.queries.ts';
import { undoOfOrder } from './orders.undo.present.ts';
import { findOpener } from './orders.undo.queries.ts';
import { adminOrderView, eventView, ownNote, ownOrderView } from './orders.view.present.ts';
import { readAdminOrder, readOwnOrder, type AdminDetailRow, type DetailRow } from './orders.view.queries.ts';
import { listDecided } from './orders.work.queries.ts';

/** Needs of reading an order; inside a transaction its `tx` is the `db`. */
type Reading = Pick<OrdersDeps, 'now' | 'settings'> & { db: Pick<Db, 'ask'> };
type OwnQuery = z.output<(typeof listOrders)['query']>;
type BookQuery = z.output<(typeof adminListOrders)['query']>;

/** A list as JSON, with the size of the whole list and the ids of its orders. */
type JsonList = { json: string; total: number; ids: Id<'order'>[] };

/** An open order that the product did not write is answered without the addresses and accounts to pay to. */
const withheldFields = { paymentDetails: null, deposit: null, paymentInstructions: [] };

/** One order of the caller with its history, as JSON text; refuses with not_found, for another user's too. */
export async function ownOrder({ db }: { db: Pick<Db, 'ask'> }, actor: Actor, id: Id<'order'>): Promise<string> {
  return JSON.stringify(await ownOrderDetails(db, actor, id));
}

/** Answers an order to the customer who opens it; raises the alarm for one that the product did not write. */
export async function openOwnOrder(deps: OrdersDeps, actor: Actor, id: Id<'order'>): Promise<string> {
  const order = await findOwn(deps.db, actor, id);
  if (isForged(order)) await reportForged(deps, 'order', order.signed);
  return JSON.stringify(ownDetails(order));
}

/** One order of the caller as an object, for answers that hold more than the order. */
export async function ownOrderDetails(db: Pick<Db, 'ask'>, actor: Actor, id: Id<'order'>): Promise<OrderDetails> {
  return ownDetails(await findOwn(db, actor, id));
}

async function findOwn(db: Pick<Db, 'ask'>, { userId }: Actor, id: Id<'order'>): Promise<DetailRow> {
  return requireFound(await readOwnOrder(db, { id, userId }));
}

function ownDetails(order: DetailRow): OrderDetails {
  return {
    ...ownOrderView(order),
    events: (order.events ?? []).map((event) => eventView(event, ownNote(event.note))),
    paymentInstructions: [...(order.paymentInstructions ?? [])],
    ...(isForged(order) && withheldFields),
  };
}

/** One order as the admin sees it, as JSON text. Refuses with not_found. */
export async function adminOrder(deps: Reading, id: Id<'order'>): Promise<string> {
  return adminJson(deps, requireFound(await readAdminOrder(deps.db, { id })));
}

/**
 * Answers an order to the admin who opens it; raises the alarm for one that the product did not write. Refuses with
 * not_found.
 */
export async function openAdminOrder(deps: OrdersDeps, id: Id<'order'>): Promise<string> {
  const order = requireFound(await readAdminOrder(deps.db, { id }));
  if (isForged(order)) await reportForged(deps, 'order', order.signed);
  return adminJson(deps, order);
}

async function adminJson(deps: Reading, order: AdminDetailRow): Promise<string> {
  const { kycUsd: limitUsd, kycDays: limitDays } = settingsOf(deps).limits;
  const since = new Date(deps.now().getTime() - limitDays * dayMs);
  const review = await readReview(deps.db, { id: order.id, since });
  const isTampered = isForged(order);
  return JSON.stringify({
    ...adminOrderView(order, { tampered: isTampered }),
    events: (order.events ?? []).map((event) => ({ ...eventView(event, event.note), byName: event.byName })),
    paymentInstructions: [...((!isTampered && order.paymentInstructions) || [])],
    customer: customerCard(review, { limitUsd, limitDays }),
    openedBy: await openerOf(deps, order),
    similarProofReferences: review.similarProofs ?? [],
    warnings: warningsOf(review.warnings),
    amendments: amendmentsOf(review),
    undo: await undoOfOrder(deps, order.id),
    moneyBack: order.type === 'fiat' && !isOpen(order) ? await readMoneyBack(deps.db, order.id) : null,
  } satisfies AdminOrderDetails);
}

/**
 * The member who opened an order, and if the order's value alone leaves the approval to them. The approval itself also
 * counts the customer's other payouts of that day.
 */
async function openerOf(deps: Reading, { id: orderId, valueUsd }: Pick<AdminDetailRow, 'id' | 'valueUsd'>) {
  const opener = await findOpener(deps.db, { orderId });
  if (!opener) return null;
  const { payoutOverUsd } = settingsOf(deps).fourEyes;
  const isOver = payoutOverUsd !== null && amountOf('usd', valueUsd).gt(amountOf('usd', String(payoutOverUsd)));
  return { ...opener, mayApprove: !isOver };
}

/** A closed order moves no money any more, and an erased customer's has lost its payee. */
function isForged(order: Pick<DetailRow, 'status' | 'signed'>): boolean {
  return isOpen(order) && !isSignedRow(signedTables.order, order.signed);
}

function requireFound<Row>(order: Row | undefined): Row {
  if (!order) throw orderNotFound();
  return order;
}

/** The refusal (404) of a missing order and of another user's, which are equal. */
export function orderNotFound(): NotFound {
  return new NotFound('order_not_found');
}

/** A page of the caller's orders, as JSON text with the exact total. */
export async function ownOrders({ db, orders }: OrdersDeps, actor: Actor, query: OwnQuery): Promise<JsonList> {
  const { page, pageSize, sort, q, status, type, currency, from, to } = query;
  const isFiltered = [q, status, type, currency, from, to].some((filter) => filter !== undefined && filter !== '');
  const slice = { userId: actor.userId, limit: pageSize, offset: (page - 1) * pageSize };
  const { lines, total } = await readOwnOrders(db, slice, isFiltered ? ownFilter(query) : null, sort, orders.extents);
  return { json: JSON.stringify(lines.map(ownOrderView)), total, ids: lines.map(({ id }) => id) };
}

/** Returns the filters of a customer's list in the form of the query. */
export function ownFilter({
  q,
  status,
  type,
  currency,
  from,
  to,
}: Omit<OwnQuery, 'page' | 'pageSize' | 'sort'>): OwnFilter {
  return {
    statuses: status === undefined ? null : [status].flat(),
    type: type ?? null,
    currency: currency ?? null,
    from: from === undefined ? null : rangeStart(from),
    before: to === undefined ? null : rangeEnd(to),
    patterns: q ? namePatterns(q) : null,
  };
}

/** The version of the order book in this process; undefined for one by verdicts, which change without their orders. */
export const versionOfBook = ({ orders }: Pick<OrdersDeps, 'orders'>, { verdict }: BookQuery): string | undefined =>
  verdict ? undefined : orders.ofBook();

/** All that a page of the order book depends on: with another role the list may be masked. */
export const inputsOfBook = ({ userId, masks }: Actor, query: BookQuery): unknown[] => [
  query,
  masks,
  query.assignee === 'me' || query.work ? userId : null,
];

/**
 * A page of the order book, as JSON text. `total` stops at 10,000, and paging by number ends there. The signatures of
 * the page's open orders are checked; a forged one is marked.
 */
export async function orderBook(platform: OrdersDeps, actor: Actor, query: BookQuery): Promise<JsonList> {
  const deps = await readingSearch(platform, query.q);
  const { lines, total } = await bookPage(deps, actor, query);
  const ids = lines.map(({ id }) => id);
  const openOrders = await findOpenSignedOrders(deps.db, { ids });
  const forgedIds = new Set(openOrders.filter((order) => !isSignedRow(signedTables.order, order)).map(({ id }) => id));
  const views = lines.map((line) => adminOrderView(line, { tampered: forgedIds.has(line.id) }));
  return { json: JSON.stringify(views), total, ids };
}

async function bookPage({ db, deposits }: OrdersDeps, actor: Actor, query: BookQuery): ReturnType<typeof readBook> {
  const page: BookPage = { sort: query.sort, limit: query.pageSize, offset: (query.page - 1) * query.pageSize };
  if (page.offset + page.limit > maxCounted)
    throw wrongField('page', reasonWith('orders_page_too_far', { maxCounted }));
  const filter = bookFilter(query, actor);
  const { verdict } = query;
  const search = verdict ? await salesWith(deposits, verdict) : await bookSearch(db, actor, query);
  return readBook(db, search, filter, page);
}

async function salesWith({ levels }: Pick<SaleDeposits, 'levels'>, wantedVerdict: VerdictWord): Promise<BookSearch> {
  const sales = (await levels()).filter((verdict) => verdictWordOf(verdict) === wantedVerdict);
  return { by: 'matches', orderIds: sales.map(({ id }) => id), userIds: [] };
}

/** Finds the subject of a search: one user, a receiving account, a deposit address, or any part of an order's texts. */
export async function bookSearch(
  db: Pick<Db, 'ask'>,
  reader: Pick<Actor, 'masks' | 'userId'>,
  query: Pick<BookQuery, 'q' | 'user' | 'account' | 'work' | 'since'>,
): Promise<BookSearch> {
  if (query.work === 'done') return listDecidedBy(db, reader, query.since);
  if (query.user) return { by: 'matches', orderIds: [], userIds: [query.user] };
  if (query.account) return { by: 'account', accountId: query.account };
  const text = query.q?.trim() ?? '';
  if (text === '') return { by: 'nothing' };
  if (await isDepositAddress(db, { address: text })) return { by: 'address', address: text };
  // Fewer letters than a trigram has would read every name there is.
  const searchesUsers = text.length >= 3;
  return findMatches(db, {
    reference: referenceStart(text),
    // The beginning of a hash, long enough to mean one.
    text: text.length >= 4 ? text.toLowerCase() : ' ',
    id: uuid.test(text) ? text : null,
    pattern: containsPattern(text),
    patterns: userPatterns(text, reader),
    searchesUsers,
    // Notes may hold addresses.
    searchesNotes: searchesUsers && !hidesContacts(reader),
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Orders that the reader decided since then, or since midnight in UTC. */
async function listDecidedBy(
  db: Pick<Db, 'ask'>,
  { userId: readerId }: Pick<Actor, 'userId'>,
  since: string | undefined,
): Promise<BookSearch> {
  const decidedOrders = await listDecided(db, { readerId, since: since === undefined ? null : new Date(since) });
  return { by: 'matches', orderIds: decidedOrders.map(({ id }) => id), userIds: [] };
}

/** Returns the filters of the order book in the form of the query. */
export function bookFilter(
  query: Omit<BookQuery, 'page' | 'pageSize' | 'sort' | 'since'>,
  { userId }: Actor,
): BookFilter {
  const { status, type, currency, from, to, work } = query;
  const openWork = work === 'done' ? undefined : work;
  const all = openWork === undefined ? orderStatuses : openStatuses;
  return {
    statuses: status === undefined ? all : [...new Set([status].flat())],
    types: type === undefined ? orderTypes : [type],
    currency: currency ?? null,
    from: rangeStart(from ?? '1970-01-01'),
    before: to === undefined ? new Date('9999-12-31T00:00:00.000Z') : rangeEnd(to),
    handling: handlingFilterOf(query, userId),
    work: openWork ?? null,
    readerId: userId,
  };
}

/** Customers leave the prefix out when they read a reference aloud. */
function referenceStart(text: string): string {
  const upperText = text.toUpperCase();
  return upperText.startsWith('LF-') || 'LF-'.startsWith(upperText) ? upperText : `LF-${upperText}`;
}
