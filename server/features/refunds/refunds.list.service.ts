import { searchOf } from '#server/db/like.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { withoutForged } from '#server/features/alarms/alarms.service.ts';
import type { Evidence } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { AdminRefundView, RefundsQuery, RefundView } from '#shared/refunds/refunds.contract.ts';
import { shownDepth } from './refunds.confirmation.service.ts';
import type { RefundsDeps } from './refunds.ports.ts';
import { presentAdminRefund, presentRefund } from './refunds.present.ts';
import { listOwnRefunds, listRefunds, writeRefund } from './refunds.queries.ts';

export { exportRefundsPersonalData } from './refunds.queries.ts';

/** Own refunds that the product wrote, newest first. Each of the others raises the alarm, as in the queue. */
export async function ownRefunds(deps: RefundsDeps, { userId }: Actor): Promise<RefundView[]> {
  const rows = await withoutForged(deps, 'refund', await listOwnRefunds(deps.db, { userId }));
  return Promise.all(rows.map(async (row) => presentRefund(row, await shownDepth(deps, row))));
}

/** A page of the queue; a search finds no more than its reader may see. */
export async function refundQueue(
  deps: RefundsDeps,
  actor: Actor,
  { q, page, pageSize, work: askedWork, ...filter }: RefundsQuery,
): Promise<{ rows: AdminRefundView[]; total: number }> {
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const { userId: readerId, may } = actor;
  const work = askedWork && {
    readerId,
    approves: may.includes('orders.decide'),
    sends: may.includes('payouts.release'),
  };
  const { rows, total } = await listRefunds(deps.db, { ...filter, work, ...searchOf(q, actor) }, range);
  await withoutForged(deps, 'refund', rows);
  const views = rows.map(async (row) => presentAdminRefund(row, await shownDepth(deps, row)));
  return { rows: await Promise.all(views), total };
}

/** Addresses of refunds are retained as long as the orders they belong to. */
export const refundEvidence: Evidence = {
  exists: async (tx, userId) => (await listOwnRefunds(tx, { userId })).length > 0,
  erase: async (tx, userId) => {
    for (const row of await listOwnRefunds(tx, { userId })) {
      if (row.address !== null && isSignedRow(signedTables.refund, row))
        await writeRefund(tx, row, { address: null, tag: null });
    }
  },
};
