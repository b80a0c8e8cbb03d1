import * as contract from '#shared/kyc/kyc.contract.ts';
import { kycRequestStatuses } from '#shared/kyc/kyc.rules.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { tryActions, type ActionCase } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, row, rows } = testbed;

const onRequest: Omit<ActionCase, 'contract'> = {
  states: kycRequestStatuses,
  make: async (state, owner) => {
    const userId = owner ?? (await aSeller(app, database.pool, { kyc: 'none' })).id;
    // One open request a user.
    await rows('delete from kyc_requests where user_id = $1', [userId]);
    const { id } = await row(
      `insert into kyc_requests (user_id, document_type, status, reviewed_at, ended_at)
       values ($1, 'passport', $2, case when $2 <> 'pending' then now() end,
         case when $2 in ('revoked', 'expired') then now() end) returning id`,
      [userId, state],
    );
    return { id: String(id) };
  },
  stateOf: ({ id }) => rows('select status, review_notes, ended_reason from kyc_requests where id = $1', [id]),
};

tryActions(testbed, 'kyc', [
  { ...onRequest, contract: contract.reviewKyc, body: () => ({ status: 'approved', notes: 'All agrees.' }) },
  { ...onRequest, contract: contract.revokeKyc, body: () => ({ reason: 'It was stolen.' }) },
]);
