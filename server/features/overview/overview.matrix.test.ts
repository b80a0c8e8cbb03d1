import * as contract from '#shared/overview/overview.contract.ts';
import { tryActions } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const sampleQuery = `select crypto_id as id, is_active from deposit_wallets
  union all select name, is_active from payment_methods order by 1`;

tryActions(testbed, 'overview', [
  {
    contract: contract.removeSamples,
    make: async () => ({ lastEntry: (await testbed.row('select max(id) as id from audit_log')).id }),
    stateOf: () => testbed.rows(sampleQuery),
  },
]);
