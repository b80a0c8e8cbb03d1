import type { Db, Tx } from '#server/db/connection.ts';
import { reportTamperedSettlement, type AlarmDeps } from '#server/features/alarms/alarms.service.ts';
import { findTamperedSettlements } from '#server/features/orders/decide/orders.settled.service.ts';
import type { OrdersPorts } from '#server/features/orders/orders.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { Conflict, Refusal, Unprocessable } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import type { BatchFormat } from '#shared/payouts/payouts.lifecycle.ts';
import { readPayouts, type PayoutRow } from '../list/payouts.list.queries.ts';
import { checksOf, isTampered } from '../list/payouts.present.ts';
import { findBlocked } from '../payouts.queries.ts';

/** Refuses with customer_blocked payouts to a customer who is blocked. */
export async function assertNotBlocked(tx: Tx, ids: readonly Id<'payout'>[]): Promise<void> {
  const reference = (await findBlocked(tx, { ids }))?.reference;
  if (reference !== undefined)
    throw new Conflict('customer_blocked', reasonWith('payout_customer_blocked', { reference }));
}

/** Refuses with payee_blocked a payout that the product did not write, or whose payee cannot be right. */
export function assertPayable(deps: SettingsPorts, row: PayoutRow, details: unknown, format: BatchFormat): void {
  const isOff = settingsOf(deps).payouts.payeeChecks === 'off';
  const finding = isTampered(row)
    ? 'tampered'
    : checksOf(row, details, { format, isOff }).findings.find(({ level }) => level === 'block')?.code;
  if (finding) throw payeeBlocked(row, finding);
}

function payeeBlocked({ reference, id }: PayoutRow, code: string): Unprocessable {
  return new Unprocessable('payee_blocked', reasonWith('payee_blocked', { reference, id, code }));
}

/** Returns the first of these payouts whose order would be paid another amount than its signed entry. */
async function findTampered(db: Db, rows: readonly PayoutRow[]) {
  const orderRows = rows.filter(({ kind }) => kind === 'order');
  const orders = orderRows.map(({ orderId, amount, netToPay }) => ({ orderId, amounts: [amount, netToPay] }));
  const [tamperedSettlement] = await findTamperedSettlements(db, orders);
  const row = tamperedSettlement && orderRows.find(({ orderId }) => orderId === tamperedSettlement.orderId);
  return row && { row, found: tamperedSettlement };
}

/** Refuses with payee_blocked payouts that differ from their orders' signed entries. */
export async function assertSettledAsSigned(tx: Tx, rows: readonly PayoutRow[]): Promise<void> {
  const tamperedPayout = await findTampered(tx, rows);
  if (tamperedPayout) throw payeeBlocked(tamperedPayout.row, 'tampered');
}

/**
 * Runs `work` on payouts, and raises the alarm, outside of its transaction, if one was refused for the settlement of
 * its order.
 */
export async function withSettlementAlarm<Result>(
  deps: AlarmDeps & Pick<Platform, 'db'>,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const params = error instanceof Refusal && error.code === 'payee_blocked' ? error.because.params : undefined;
    const ids = params?.code === 'tampered' ? [String(params.id)] : [];
    const tamperedPayout = await findTampered(deps.db, await readPayouts(deps.db, { ids }));
    if (tamperedPayout) {
      const { row, found } = tamperedPayout;
      const { orderId: id, reference } = row;
      await reportTamperedSettlement(deps, { id, reference }, [found.signed, ...found.amounts]);
    }
    throw error;
  }
}

/**
 * Returns true if a reason was given for coins that the node did not answer about when it was asked once more. Refuses
 * with payee_blocked a payout whose coins it contradicts, and with verdict_needs_reason where there is no reason.
 */
export async function isWarnedOf(
  tx: Tx,
  { deposits }: Pick<OrdersPorts, 'deposits'>,
  rows: readonly PayoutRow[],
  reason: string | undefined,
): Promise<boolean> {
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))];
  const doubts = await deposits.doubtsOf(tx, orderIds);
  const findingReason = (code: 'node_differs' | 'node_away') => {
    const row = rows.find(({ orderId }) => doubts.get(orderId) === code);
    return row && { reference: row.reference, id: row.id, code };
  };
  const differsReason = findingReason('node_differs');
  if (differsReason) throw new Unprocessable('payee_blocked', reasonWith('payout_coins_differ', differsReason));
  const awayReason = findingReason('node_away');
  if (!awayReason || reason) return awayReason !== undefined;
  const refusalReason = reasonWith('payout_coins_unread', awayReason);
  throw new Conflict('verdict_needs_reason', refusalReason, { fields: { reason: refusalReason } });
}
