import type { Db, Tx } from '#server/db/connection.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import { standingEntry } from '#server/features/book/book.reading.service.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import { sendMail, type MailHold } from '#server/features/mail/mail.service.ts';
import { notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import { lockOrder } from '#server/features/orders/orders.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import { amountText } from '#server/lib/texts.ts';
import type { Platform } from '#server/platform.ts';
import { bookedOf } from '#shared/book/book.balances.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, none, toText } from '#shared/kernel/money.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import type { FeeBearer } from '#shared/orders/orders.refund.ts';
import { coinsOfChain, feeCoinOf } from '#shared/reference/chains.ts';
import type { AdminRefundView, RefundView } from '#shared/refunds/refunds.contract.ts';
import { coinsOfOrder, enterDue, type CoinsLeft } from './refunds.coins.service.ts';
import { authorOf, notFound, pathOf, publishRefund, subjectOf } from './refunds.moves.service.ts';
import type { RefundsDeps } from './refunds.ports.ts';
import { presentAdminRefund, presentRefund, withOwnAddress } from './refunds.present.ts';
import * as queries from './refunds.queries.ts';

/** Coins that are to be sent back: of an order, or a transfer that no order claims; `from` is where they are now. */
export type DueRefund = Omit<queries.NewRefund, 'id' | 'dueAt' | 'dueBy' | 'feeBy'> & { from: CoinsLeft };

/**
 * Returns who bears the network fee of a refund of this coin: never the customer for a token, whose fee is in another
 * coin.
 */
export const refundFeeBy = (deps: SettingsPorts, coinId: string): FeeBearer =>
  feeCoinOf(coinId) === coinId ? settingsOf(deps).deposits.refundFee : 'desk';

/**
 * Stores a due refund and asks its customer for an address; the caller writes the stage of the order. The bearer of
 * the network fee is fixed now, as the customer reads it.
 */
export async function openRefund(
  tx: Tx,
  deps: Pick<Platform, 'now'> & SettingsPorts,
  actor: Actor | 'system',
  { from, held, ...dueRefund }: DueRefund & { held?: MailHold | undefined },
): Promise<queries.RefundRow> {
  const id = newId('refund');
  const dueBy = actor === 'system' ? null : actor.userId;
  const feeBy = refundFeeBy(deps, dueRefund.cryptoId);
  await queries.insertRefund(tx, { ...dueRefund, id, dueAt: deps.now(), dueBy, feeBy });
  const row = await queries.findRefund(tx, { id });
  if (!row) throw notFound();
  const { orderId, transferId, amount, userId, reason } = row;
  await recordAudit(tx, actor, 'refund.due', subjectOf(row), {
    orderId,
    transferId,
    amount: toText(decimal(amount)),
    coin: row.cryptoId,
    reason: textAbout(userId, reason),
  });
  await enterDue(tx, row, from, authorOf(actor, deps.now(), reason));
  await mailDue(tx, row, held);
  const notice = { reference: row.reference, coin: row.symbol };
  await notifyTeam(tx, { template: 'refund_due_notice', data: notice, by: dueBy, about: userId, held });
  await publishRefund(tx, row);
  return row;
}

/** Mails the customer of a due refund where to name an address for the coins; an erased customer gets none. */
export async function mailDue(tx: Tx, row: queries.RefundRow, hold?: MailHold): Promise<void> {
  const { userId, firstName, email, language, amount, symbol, feeBy } = row;
  if (email === null) return;
  const data = { firstName, amount: amountText(amount, symbol, language), feeBy, path: pathOf(row) };
  await sendMail(tx, { template: 'refund_due', to: { userId, email, language }, data, held: hold });
}

const isRead = ({ chainReaders }: Pick<RefundsDeps, 'chainReaders'>, coin: string) =>
  [...chainReaders.keys()].flatMap(coinsOfChain).includes(coin);

/**
 * Opens a refund of an order's coins as part of a move, which writes the stage; without an amount it covers all
 * remaining coins. Refuses with not_found, own_case, and conflict for an open order that is not settled and for more
 * than is left.
 */
export async function refundOfOrder(
  tx: Tx,
  deps: Pick<Platform, 'now'> & Pick<ChainsPorts, 'chainReaders'> & SettingsPorts,
  actor: Actor | 'system',
  {
    orderId,
    amount,
    reason,
    held,
  }: { orderId: Id<'order'>; amount?: string; reason: string; held?: MailHold | undefined },
): Promise<queries.RefundRow> {
  const order = await lockOrder(tx, orderId);
  if (!order || order.cryptoId === null) throw new NotFound('order_not_found');
  const { userId, cryptoId } = order;
  // A member who sells as a customer decides nothing about the own coins either.
  if (actor !== 'system' && actor.role !== 'customer') assertNotOwnCase(actor, userId);
  const settlement = isOpen(order) ? await standingEntry(tx, { kind: 'settled', subject: orderId }) : undefined;
  if (isOpen(order) && !settlement) throw new Conflict('conflict', 'refund_not_settled');
  const from = await coinsOfOrder(tx, { ...order, cryptoId }, isRead(deps, cryptoId));
  const requestedAmount = amount === undefined ? from.left : bookedOf(amount, cryptoId);
  if (!requestedAmount.gt(none.booked) || requestedAmount.gt(from.left))
    throw new Conflict('conflict', 'refund_above_left');
  const dueRefund = { orderId, transferId: null, userId, cryptoId, amount: toText(requestedAmount), reason };
  return openRefund(tx, deps, actor, { ...dueRefund, from, held });
}

/** Lists the refunds of an order as its customer sees them, newest first. */
export async function listRefundsOf({ db }: { db: Pick<Db, 'ask'> }, orderId: Id<'order'>): Promise<RefundView[]> {
  return (await queries.selectRefundsOf(db, { orderId })).map((row) => presentRefund(withOwnAddress(row)));
}

/** Returns a refund as the team sees it. Refuses with not_found. */
export async function findAdminRefund(db: Pick<Db, 'ask'>, id: Id<'refund'>): Promise<AdminRefundView> {
  const row = await queries.findRefund(db, { id });
  if (!row) throw notFound();
  return presentAdminRefund(row);
}
