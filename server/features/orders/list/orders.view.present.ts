import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { textToWire } from '#server/lib/wire.ts';
import { decimal, round, toWire, type Decimal } from '#shared/kernel/money.ts';
import type { AdminOrderView } from '#shared/orders/admin/orders.admin.contract.ts';
import { isBatchNote } from '#shared/orders/orders.batch-note.ts';
import type { OrderEventView, OrderView, OwnOrderView } from '#shared/orders/orders.contract.ts';
import { isOpen, proofHours } from '#shared/orders/orders.lifecycle.ts';
import { batchReference } from '#shared/orders/orders.payout.ts';
import type { OrderStage } from '#shared/orders/orders.stages.ts';
import { returnedReasonOf } from '#shared/payout-accounts/payout-accounts.returned.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import type { OwnLineRow } from './orders.own.queries.ts';
import type { EventRow } from './orders.parts.queries.ts';
import type { AdminLineRow, LineRow } from './orders.view.queries.ts';

type Paid = {
  status: OrderView['status'];
  stage: OrderStage;
  payout: Pick<NonNullable<LineRow['payout']>, 'updatedAt' | 'attempt'>;
};

/** The progress of an order's payout, for its customer: no batch, no member, no checks. */
export function payoutView({ status, stage, payout }: Paid): OrderView['payout'] {
  const state = payoutState({ status, stage, payout });
  return {
    state,
    at: payoutMoment({ stage, payout }).toISOString(),
    endToEndId: payout.attempt?.endToEndId ?? null,
    mayChangeDetails: stage === 'details_needed',
    returnedBecause: state === 'returned' ? returnedReasonOf(payout.attempt?.returned?.reason) : null,
  };
}

/** Only a bank or a provider confirms that money arrived; a member can only say that it was sent. */
function payoutState({ status, stage, payout: { attempt } }: Paid): NonNullable<OrderView['payout']>['state'] {
  if (stage === 'details_needed' || stage === 'returned') return 'returned';
  if (stage === 'reversed') return 'reversed';
  if (stage === 'settled' && attempt?.settledBy && attempt.settledBy !== 'member') return 'arrived';
  if (stage === 'sent' || stage === 'settled') return 'sent';
  return status === 'completed' ? 'again' : 'preparing';
}

function payoutMoment({ stage, payout: { updatedAt, attempt } }: Omit<Paid, 'status'>): Date {
  if (attempt?.returned) return new Date(attempt.returned.at);
  const isSent = stage === 'sent' || attempt?.settledBy === 'member';
  return (isSent ? attempt?.sentAt : attempt?.settledAt) ?? updatedAt;
}

type Priced = { paidFor: string; parts: readonly { rate: string }[]; gross: string };

/**
 * The rate that a settlement pays: over all parts where they were paid at several, the agreed one where nothing is
 * paid.
 */
export function settledRateOf({ paidFor, parts, gross }: Priced, agreedRate: string): Decimal {
  const coins = decimal(paidFor);
  if (coins.eq(decimal('0'))) return decimal(agreedRate);
  const [onlyPart, ...otherParts] = parts;
  return onlyPart && otherParts.length === 0
    ? decimal(onlyPart.rate)
    : round(decimal(gross).div(coins), { decimals: 8 }, 'half-up');
}

type Settled = NonNullable<LineRow['settlement']>;
type Terms = Pick<LineRow, 'id' | 'rate' | 'payoutCurrency'>;

function settlementView(
  settlement: Settled,
  { id, rate, payoutCurrency }: Terms,
): NonNullable<OrderView['settlement']> {
  return {
    id: settlement.id,
    orderId: id,
    outcome: settlement.outcome,
    received: textToWire(settlement.received),
    paidFor: textToWire(settlement.paidFor),
    rest: textToWire(settlement.rest),
    rate: toWire(settledRateOf(settlement, rate)),
    gross: textToWire(settlement.gross),
    feePercent: textToWire(settlement.feePercent),
    fee: textToWire(settlement.fee),
    net: textToWire(settlement.net),
    currency: payoutCurrency,
    acceptedBy: settlement.acceptedBy,
    acceptedAt: settlement.acceptedAt.toISOString(),
    reason: settlement.reason,
    voidedAt: null,
    voidReason: null,
  };
}

const filesOf = (row: LineRow, filePurpose: 'payment_proof' | 'payout_screenshot'): OrderView['paymentProofFiles'] =>
  (row.files ?? [])
    .filter(({ purpose }) => purpose === filePurpose)
    .map(({ filename, originalName, type, size, createdAt, fullSize }) => ({
      filename,
      originalName,
      type,
      size,
      uploadDate: createdAt.toISOString(),
      fullSize,
    }));

const settlementOf = (row: LineRow) => row.settlement && settlementView(row.settlement, row);

/** Fields whose value depends on the reader. */
type ReadBy = Pick<OrderView, 'adminNotes' | 'asked' | 'deposit' | 'settlement'>;

/**
 * Gives an order its shape on the wire, for the customer and the team alike; every field is named here. Readers add to
 * the object: a spread of so many fields costs seven microseconds a row.
 */
function orderView(row: LineRow, { adminNotes, asked, deposit, settlement }: ReadBy): OrderView {
  const isFiat = row.type === 'fiat';
  return {
    id: row.id,
    reference: row.reference,
    type: row.type,
    status: row.status,
    version: row.version,
    stage: row.stage,
    stageVersion: row.stageVersion,
    settlement,
    userId: row.userId,
    amount: textToWire(row.amount),
    valueUsd: textToWire(row.valueUsd),
    grossAmount: textToWire(row.grossAmount),
    feeAmount: textToWire(row.feeAmount),
    feePercent: textToWire(row.feePercent),
    payoutAmount: textToWire(row.payoutAmount),
    payoutCurrency: row.payoutCurrency,
    rate: textToWire(row.rate),
    asked,
    awaitingProof: !row.hasProof && isOpen(row),
    proofDueAt: isFiat ? (row.proofDueAt ?? proofDueAt(row.createdAt)) : null,
    createdAt: row.createdAt,
    date: row.createdAt,
    updatedAt: row.updatedAt,
    cryptoId: row.cryptoId,
    cryptoName: row.cryptoName,
    cryptoSymbol: row.cryptoSymbol,
    cryptocurrency: coinOf(row),
    transactionHash: row.transactionHash,
    // Money that was returned is paid to another account than was agreed.
    paymentDetails: row.paymentDetails && (row.payout?.details ?? row.paymentDetails),
    deposit,
    paymentProofFiles: filesOf(row, 'payment_proof'),
    adminPayoutScreenshots: filesOf(row, 'payout_screenshot'),
    adminNotes,
    adminTransactionId: row.adminTransactionId,
    fromCurrency: row.fromCurrency,
    toCurrency: isFiat ? row.payoutCurrency : null,
    payout: row.payout && payoutView({ status: row.status, stage: row.stage, payout: row.payout }),
    inputAmount: isFiat ? textToWire(row.amount) : null,
    outputAmount: isFiat ? textToWire(row.payoutAmount) : null,
  };
}

function questionOf(question: AdminLineRow['question'] | undefined): OrderView['asked'] {
  if (!question) return null;
  const { text, at, until } = question;
  return { text: text ?? '', at: at.toISOString(), until: until.toISOString() };
}

const proofDueAt = (createdAt: string) => new Date(Date.parse(createdAt) + proofHours * hourMs).toISOString();

function coinOf({ cryptoId, cryptoName, cryptoSymbol, cryptoColor }: LineRow): OrderView['cryptocurrency'] {
  if (cryptoId === null) return null;
  return { name: cryptoName ?? '', symbol: cryptoSymbol ?? '', color: cryptoColor ?? '' };
}

function depositOf({ depositAddress, depositMemo, depositNetwork, stoppedAt }: LineRow): OrderView['deposit'] {
  if (depositAddress === null) return null;
  return { address: depositAddress, memo: depositMemo, network: depositNetwork ?? '', stoppedAt };
}

/** A note as the customer reads it; null for a note that the product writes for the team. */
export const ownNote = (note: string | null): string | null => (note !== null && isBatchNote(note) ? null : note);

/** An order as its customer sees it: without a stopped address, the member who accepted the coins, and the reason. */
export function ownOrderView(row: OwnLineRow): OwnOrderView {
  const deposit = depositOf(row);
  const settlement = settlementOf(row);
  const view = orderView(row, {
    adminNotes: ownNote(row.adminNotes),
    asked: questionOf(row.waiting?.question),
    deposit: deposit?.stoppedAt ? { ...deposit, address: '', memo: null } : deposit,
    settlement: settlement && {
      ...settlement,
      acceptedBy: /^(rule|customer)$/.test(settlement.acceptedBy) ? settlement.acceptedBy : 'admin',
      reason: null,
    },
  });
  return Object.assign(view, { needs: needOf(row), refundAddress: refundAddressOf(row) });
}

/** Where the coins of an order go back to; null for a refund that the product did not write. */
function refundAddressOf({ waiting }: OwnLineRow): string | null {
  const refund = waiting?.refund ?? null;
  return refund !== null && isSignedRow(signedTables.refund, refund) ? refund.address : null;
}

function needOf({ waiting }: OwnLineRow): OwnOrderView['needs'] {
  const step = waiting?.step ?? (waiting?.question ? 'asked' : null);
  if (step === null) return null;
  const { at = null, amount = null } = waiting?.arrivals ?? {};
  return { what: step, since: at, arrived: amount === null ? null : textToWire(amount) };
}

/** Presents an order to the team; a stopped address stays in it, because coins may still arrive there. */
export function adminOrderView(row: AdminLineRow, { tampered }: { tampered: boolean }): AdminOrderView {
  const view = orderView(row, {
    adminNotes: row.adminNotes,
    asked: questionOf(row.question),
    deposit: tampered ? null : depositOf(row),
    settlement: settlementOf(row),
  });
  return Object.assign(view, {
    ...(tampered && { paymentDetails: null }),
    userEmail: row.userEmail,
    userName: nameOf([row.userFirstName, row.userLastName]),
    userStatus: row.userStatus,
    tampered,
    decidedBy: row.decidedBy,
    batch: row.batchSeq === null ? null : batchReference(row.batchSeq),
    receivingAccountId: row.receivingAccountId,
    tags: row.tags,
    assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assigneeName ?? '' },
    kycStatus: row.kycStatus,
    sameProofReferences: row.sameProofReferences ?? [],
  });
}

/** Joins first and last name, of which one may be missing. */
export const nameOf = (names: readonly (string | null)[]): string => names.filter((name) => name !== null).join(' ');

/** One step of the history; `note` is the part that the reader may read. */
export function eventView(
  { id, at, fromStatus, toStatus, actorKind, stage, reason, params }: EventRow,
  note: string | null,
): OrderEventView {
  return {
    id: String(id),
    at: at.toISOString(),
    from: fromStatus,
    to: toStatus,
    by: actorKind,
    note,
    stage,
    because: reason === null ? null : { reason, params: params ?? {} },
  };
}
