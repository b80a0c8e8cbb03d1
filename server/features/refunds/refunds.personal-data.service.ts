import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import type { Evidence } from '#server/features/users/users.service.ts';
import { listOwnRefunds, writeRefund } from './refunds.queries.ts';

export { exportRefundsPersonalData } from './refunds.queries.ts';

/** Where refunds went is kept as long as the orders they belong to. */
export const refundEvidence: Evidence = {
  exists: async (tx, userId) => (await listOwnRefunds(tx, userId)).length > 0,
  erase: async (tx, userId) => {
    for (const row of await listOwnRefunds(tx, userId)) {
      if (row.address !== null && isSignedRow(signedTables.refund, row))
        await writeRefund(tx, row, { address: null, tag: null });
    }
  },
};
