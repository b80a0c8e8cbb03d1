import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { chainStateOf, readPayments } from '#server/features/chains/chains.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { describeError } from '#server/lib/safe-error.ts';
import { finalityOf, type Finality } from '#shared/deposits/deposits.finality.ts';
import { amountOf, none } from '#shared/kernel/money.ts';
import { coinsOfChain, type ChainName } from '#shared/reference/chains.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import {
  auditedRefund,
  confirm,
  hasState,
  lockWithOrder,
  sentAmountOf,
  subjectOf,
  unconfirm,
} from './refunds.moves.service.ts';
import type { RefundsDeps } from './refunds.ports.ts';
import type { Depth } from './refunds.present.ts';
import { findRefund, listToRead, setSearched, writeRefund, type RefundRow } from './refunds.queries.ts';

/** Chains take a block back within minutes; a day is far more than any of them has needed. */
const watchedMs = dayMs;

/** A transaction that was sent before its refund was approved is found as well. */
const sentBeforeMs = dayMs;

/** Reads the transactions of the refunds that were sent on a chain, and of those lately confirmed. */
export async function confirmRefunds(deps: RefundsDeps, chain: ChainName): Promise<void> {
  const since = new Date(deps.now().getTime() - watchedMs);
  for (const { id } of await listToRead(deps.db, { coinIds: coinsOfChain(chain), since })) {
    const row = await findRefund(deps.db, { id });
    if (row?.txHash && row.address !== null) await confirmOne(deps, row, row.txHash, row.address);
  }
}

async function confirmOne(deps: RefundsDeps, row: RefundRow, txHash: string, address: string): Promise<void> {
  const { cryptoId, tag } = row;
  const since = new Date((row.approvedAt ?? row.dueAt).getTime() - sentBeforeMs);
  const progress = { seenHeight: row.seenHeight, searchedHeight: row.searchedHeight, since };
  const payments = await readPayments(deps, { coinId: cryptoId, address }, txHash, progress).catch((error: unknown) => {
    deps.log.warn({ refund: row.id, ...describeError(error) }, 'the transaction of a refund could not be read');
    return null;
  });
  // A source that does not answer changes nothing.
  if (payments === null) return;
  const { paid, height: seenHeight, searchedHeight } = payments;
  const outputs = (paid ?? []).filter(
    (item) => item.coinId === cryptoId && !item.failed && (tag === null || item.tag === tag),
  );
  const sum = outputs.reduce((total, { amount }) => total.plus(amount), none.coin);
  // An earlier sight of a transaction stays, also if the transaction is not found now.
  const finding = paid === undefined ? row.finding : sum.eq(sentAmountOf(row)) ? null : 'refund_differs';
  const isFinal = (await depthOf(deps, { ...row, seenHeight }))?.isFinal ?? false;
  await deps.inTx(async (tx) => {
    const lockedRow = (await lockWithOrder(tx, row.id))?.row;
    if (!lockedRow || lockedRow.version !== row.version) return;
    if (hasState(lockedRow, 'sent') && isFinal && finding === null) {
      const after = await confirm(tx, 'system', lockedRow, { finding, seenHeight }, deps.now());
      await recordAudit(tx, 'system', 'refund.confirmed', subjectOf(row), { ...auditedRefund(after), txHash });
    } else if (hasState(lockedRow, 'confirmed') && seenHeight === null) {
      const after = await unconfirm(tx, lockedRow, { finding, seenHeight }, deps.now());
      await recordAudit(tx, 'system', 'refund.reset', subjectOf(row), {
        ...auditedRefund(after),
        txHash,
        reorganised: true,
      });
      await raiseAlarm(tx, deps, lockedRow, txHash);
    } else if (lockedRow.state === 'sent' && (lockedRow.finding !== finding || lockedRow.seenHeight !== seenHeight)) {
      await writeRefund(tx, lockedRow, { finding, seenHeight });
    }
    if (searchedHeight !== row.searchedHeight) await setSearched(tx, { id: row.id, height: searchedHeight });
  });
}

async function raiseAlarm(tx: Tx, { env }: RefundsDeps, row: RefundRow, txHash: string) {
  const to = { userId: null, email: env.admin.email, language: 'en' };
  await sendMail(tx, { template: 'deposit_alarm', to, data: { reference: row.reference ?? row.id, txHash } });
}

/** The depth of a refund's transaction; undefined where its chain is not read or it is in no block. */
export async function depthOf(deps: RefundsDeps, row: RefundRow): Promise<Finality | undefined> {
  if (row.seenHeight === null) return undefined;
  const health = await chainStateOf(deps, row.cryptoId);
  if (!health) return undefined;
  const policy = settingsOf(deps).deposits;
  const transfer = { blockHeight: row.seenHeight, state: 'included' } as const;
  return finalityOf(transfer, { chain: health.chain, valueUsd: usdOf(row), policy, health });
}

/** Larger than any limit. */
const unknownUsd = amountOf('usd', '1e12');

/** An unknown value waits for as many blocks as the largest. */
const usdOf = ({ valueUsd }: RefundRow) => (valueUsd === null ? unknownUsd : amountOf('usd', valueUsd));

/** Returns the depth to show: never more confirmations than are required. */
export async function shownDepth(deps: RefundsDeps, row: RefundRow): Promise<Depth> {
  const depth = await depthOf(deps, row);
  return depth ? { confirmations: Math.min(depth.confirmations, depth.required), required: depth.required } : null;
}
