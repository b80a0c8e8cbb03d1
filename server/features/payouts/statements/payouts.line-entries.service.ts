import type { Tx } from '#server/db/connection.ts';
import { balancesOf, entriesOf, standingEntry } from '#server/features/book/book.reading.service.ts';
import { post } from '#server/features/book/book.service.ts';
import type { Mover } from '#server/features/orders/orders.service.ts';
import { bookedOf } from '#shared/book/book.balances.ts';
import * as book from '#shared/book/book.postings.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { actorIdOf, dayBooked } from '../payouts.entries.ts';
import type { LineRow } from './payouts.lines.queries.ts';

type Moment = { mover: Mover; now: Date; reason?: string | undefined };

const entryAuthor = ({ bookedOn }: LineRow, { mover, now, reason }: Moment): book.Author => ({
  at: dayBooked(bookedOn, now),
  actorId: actorIdOf(mover),
  reason: reason ?? null,
});

const bankOf = ({ accountId, currency }: LineRow) => book.accounts.bank(accountId, currency);

/** The charge that the bank took with a line, beside the payment; the amount is decimal text. */
export type Charge = { line: LineRow; amount: string; orderId: Id<'order'> | null };

/** Books the bank's charges, one for each line. */
export async function enterCharges(tx: Tx, charges: readonly Charge[], moment: Moment): Promise<void> {
  const postings = charges.map(({ line, amount, orderId }) =>
    book.bankCharge(line.id, { orderId, amount, bank: bankOf(line) }, entryAuthor(line, moment)),
  );
  await post(tx, postings);
}

/** Reverses the bank's charges of lines whose match was undone. */
export async function undoCharges(tx: Tx, lines: readonly LineRow[], moment: Moment): Promise<void> {
  const postings = lines.map(({ id }) => ({ kind: 'cost', subject: id }) as const);
  const standingEntries = (await entriesOf(tx, postings)).filter(({ reversedBy }) => reversedBy === null);
  const author = { at: moment.now, actorId: actorIdOf(moment.mover), reason: moment.reason ?? null };
  await post(
    tx,
    standingEntries.map(({ subject }) => book.reversalOf('cost', subject, author)),
  );
}

/** The order of an exchange, locked; `amount` is the sum that its customer sends, in the currency of the line. */
type PaidExchange = { orderId: Id<'order'>; amount: string };

/**
 * Books that a line paid an exchange, in place of a member's statement or as new money of the order. The money of a
 * refused exchange is owed to its customer at once.
 */
export async function enterIncoming(
  tx: Tx,
  line: LineRow,
  { orderId, amount, isRefused }: PaidExchange & { isRefused: boolean },
  moment: Moment,
): Promise<void> {
  const author = entryAuthor(line, moment);
  const heldAccount = book.accounts.held(orderId, line.currency);
  const isStated = await standingEntry(tx, { kind: 'stated', subject: orderId });
  const owedLines = [{ from: heldAccount, to: book.accounts.owed(orderId, line.currency), amount }];
  await post(tx, [
    ...(isStated ? [book.reversalOf('stated', orderId, author)] : []),
    book.lineMatched(line.id, { orderId, unit: line.currency, amount }, bankOf(line), author),
    ...(isRefused && !isStated ? [book.endPosting(orderId, owedLines, author)] : []),
  ]);
}

/**
 * Undoes that the line paid this exchange: takes back what the order holds of it, or is owed of it since it was
 * refused. Where it was paid for, or the money was sent back, the decision stands for it as a statement of a member.
 */
export async function undoIncoming(
  tx: Tx,
  line: LineRow,
  { orderId, amount }: PaidExchange,
  { mover, now, reason }: Moment,
): Promise<void> {
  if (!(await standingEntry(tx, { kind: 'line.matched', subject: line.id }))) return;
  const author = { at: now, actorId: actorIdOf(mover), reason: reason ?? null };
  const heldAccount = book.accounts.held(orderId, line.currency);
  const owedAccount = book.accounts.owed(orderId, line.currency);
  const paidAmount = bookedOf(amount, line.currency);
  const balances = await balancesOf(tx, [heldAccount, owedAccount]);
  const isEnded = await standingEntry(tx, { kind: 'order.ended', subject: orderId });
  const reversals =
    isEnded && balances.of(owedAccount).gte(paidAmount) ? [book.reversalOf('order.ended', orderId, author)] : [];
  const isGone = reversals.length === 0 && balances.of(heldAccount).lt(paidAmount);
  const payment = { orderId, unit: line.currency, amount };
  const takenReversal: book.Reversal = book.reversalOf('line.matched', line.id, author);
  await post(tx, [
    ...reversals,
    takenReversal,
    ...(isGone ? [book.statedPosting(payment, book.accounts.bank(null, line.currency), author)] : []),
  ]);
}
