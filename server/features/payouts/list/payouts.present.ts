import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import type { LastPayout } from '#server/features/orders/list/orders.work.service.ts';
import { canonicalJson } from '#server/lib/keys.ts';
import { readMobile } from '#server/lib/mobile-number.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { sumOf } from '#shared/kernel/money.ts';
import { fieldsOf } from '#shared/kernel/records.ts';
import { batchReference } from '#shared/orders/orders.payout.ts';
import { checkPayee, findingOf, type PayeeContext } from '#shared/payouts/payee.ts';
import type { PayoutDetails, PayoutView } from '#shared/payouts/payouts.contract.ts';
import type { BatchFormat } from '#shared/payouts/payouts.lifecycle.ts';
import { minorText, moneyIn } from '#shared/payouts/payouts.money.ts';
import { methodOf } from '#shared/reference/rails.ts';
import { sha256Hex } from '../payouts.queries.ts';
import type { PayoutRow } from './payouts.list.queries.ts';

export { batchReference };

/** Decimal text with exactly the minor units of the currency. */
export function moneyText(amount: string, currency: string): string {
  return minorText(moneyIn(amount, currency));
}

/** The sum of decimal texts of one currency. */
export function sumText(amounts: readonly string[], currency: string): string {
  const sums = amounts.map((amount) => moneyIn(amount, currency));
  return minorText(sumOf(moneyIn('0', currency), sums));
}

/** Returns the payee in stored details, with all its fields in one order. */
export function payeeOf(details: unknown): PayoutView['payee'] {
  const storedDetails = fieldsOf(details);
  const text = (name: string) => {
    const value = storedDetails[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    method: methodOf(storedDetails),
    accountName: text('accountName') ?? '',
    accountNumber: text('accountNumber') ?? '',
    bankName: text('bankName') ?? '',
    iban: text('iban'),
    bic: text('bic'),
    bankCode: text('bankCode') ?? text('routingNumber'),
    country: text('country'),
  };
}

const plainText = (value: string) => value.toLowerCase().replaceAll(/\s/g, '');

/** Fields that differ from the customer's last payout; spaces and case do not count. */
function differencesOf(details: unknown, lastDetails: unknown): PayoutView['differs'] {
  const payeeNow = payeeOf(details);
  const payeeBefore = payeeOf(lastDetails);
  const names = ['method', 'accountName', 'accountNumber', 'bankName'] as const;
  return names.filter((name) => plainText(payeeNow[name]) !== plainText(payeeBefore[name]));
}

/** True if the product did not write the payout, or the attempt where its copy counts. */
export function isTampered(row: PayoutRow): boolean {
  if (!isSignedRow(signedTables.payout, row)) return true;
  const { attemptId, attemptNo, endToEndId, attemptSignature } = row;
  if (attemptId === null || attemptNo === null || endToEndId === null || row.attemptState === 'void') return false;
  const { amount, currency, batchId, attemptDetails: details } = row;
  const attempt = { id: attemptId, payoutId: row.id, no: attemptNo, batchId, endToEndId, amount, currency, details };
  return !isSignedRow(signedTables.payoutAttempt, { ...attempt, signature: attemptSignature });
}

/** The checks of a payee, as this format needs them; `off` leaves those that only a file needs. */
export function checksOf(
  row: Pick<PayoutRow, 'currency' | 'identityName'>,
  details: unknown,
  { format, isOff = false }: { format?: PayeeContext['format'] | undefined; isOff?: boolean } = {},
) {
  const { currency, identityName } = row;
  const context = { currency, identityName, readMobile, ...(format && { format }) };
  const { findings, name, normalized } = checkPayee(payeeOf(details), context);
  const shownFindings = isOff
    ? findings.filter(({ code }) => ['name_not_latin', 'number_shape'].includes(code))
    : findings;
  return { findings: shownFindings, name, normalized };
}

function batchOf({ batchId: id, batchSeq, batchState: state }: PayoutRow) {
  return id === null || batchSeq === null || state === null ? null : { id, reference: batchReference(batchSeq), state };
}

export type PresentOptions = {
  format?: PayeeContext['format'];
  isOff?: boolean;
  isFrozen?: boolean;
  /** Orders that would be paid something else than was signed. */
  tampered?: ReadonlyMap<string, unknown>;
};

/** Money that came back, as it goes over the wire. */
function returnedOf(row: PayoutRow): PayoutView['returned'] {
  return row.returned && { ...row.returned, askedAt: askedAtOf(row) };
}

/** The last time that the customer was asked for another account; null where they were not. */
export function askedAtOf({ returned }: Pick<PayoutRow, 'returned'>): string | null {
  return returned?.asksCustomer === true ? (returned.askedAt ?? returned.at) : null;
}

/** Presents a payout; in a batch with the frozen copy of its payee. */
export function presentPayout(row: PayoutRow, lastPayout: LastPayout | null, options: PresentOptions): PayoutView {
  const details = options.isFrozen ? row.attemptDetails : row.details;
  const isRowTampered = isTampered(row) || options.tampered?.has(row.orderId) === true;
  const { findings, name } = checksOf(row, details, options);
  const checks = isRowTampered ? [findingOf('tampered', 'accountNumber'), ...findings] : findings;
  const { currency } = row;
  const isGone = row.attemptState === null || row.attemptState === 'void';
  return {
    ...toWireRow(row),
    order: { id: row.orderId, reference: row.reference, status: row.status, stage: row.stage },
    amount: moneyText(row.amount, currency),
    valueUsd: moneyText(row.valueUsd, 'USD'),
    payee: payeeOf(details),
    approvedBy: row.approvedBy === null ? null : { id: row.approvedBy, name: row.approverName ?? '' },
    attemptNo: row.attemptNo ?? 0,
    endToEndId: isGone ? null : row.endToEndId,
    batch: isGone ? null : batchOf(row),
    returned: returnedOf(row),
    checks,
    name,
    differs: lastPayout ? differencesOf(details, lastPayout.details) : ['first_payout'],
    lastPayout: lastPayout ? { at: new Date(lastPayout.at).toISOString(), reference: lastPayout.reference } : null,
    tampered: isRowTampered,
  };
}

/** Presents an attempt to pay. */
export function presentAttempt(row: PayoutRow): PayoutDetails['attempts'][number] {
  const { attemptId, attemptNo, endToEndId, attemptState, attemptDetails, amount, currency } = row;
  return {
    ...toWireRow(row),
    id: attemptId ?? '',
    no: attemptNo ?? 0,
    endToEndId: endToEndId ?? '',
    amount: moneyText(amount, currency),
    state: attemptState ?? 'void',
    payee: payeeOf(attemptDetails),
    batch: batchOf(row),
    returned: returnedOf(row),
  };
}

type SeenBatch = {
  accountId: Id<'deskAccount'> | null;
  format: BatchFormat;
  currency: string;
  lines: readonly { endToEndId: string; amount: string; payee: unknown }[];
};

/** Hash of the batch as a member saw it: the account, and every line with its payee and sum. */
export function batchDigest({ accountId, format, currency, lines }: SeenBatch): string {
  const sortedLines = lines
    .toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1))
    .map(({ endToEndId, amount, payee }) => [endToEndId, amount, payeeOf(payee)]);
  return sha256Hex(canonicalJson({ account: accountId, format, currency, lines: sortedLines }));
}
