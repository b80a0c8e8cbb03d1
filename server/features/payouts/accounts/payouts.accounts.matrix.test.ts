import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import * as contract from '#shared/payouts/payouts.accounts.contract.ts';
import { setRules } from '#tests/factories/approvals.ts';
import { tryActions, type ActionCase, type MatrixRow } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { saveAccount, saveProfile } from './payouts.accounts.queries.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, rows } = testbed;

let number = 100_000_000;
const anAccount = () => {
  number += 1;
  const bank = { holderName: 'Landfall Exchange Ltd', bankName: 'First', accountNumber: String(number) };
  return { name: `Account ${number}`, currency: 'NGN', format: 'by_hand', ...bank };
};
const aLayout = () => ({
  name: randomUUID(),
  direction: 'payout' as const,
  columns: [
    { heading: 'Account', value: '{accountNumber}' },
    { heading: 'Sum', value: '{amount}' },
  ],
});

/** Writes rows as the product does, under any rule. */
const onMade = (table: string, save: (tx: Tx, id: string) => Promise<unknown>): Omit<ActionCase, 'contract'> => ({
  make: async (): Promise<MatrixRow> => {
    const id = randomUUID();
    await app.deps.inTx((tx) => save(tx, id));
    return { id };
  },
  stateOf: ({ id }) => rows(`select * from ${table} where id = $1`, [id]),
});
const onAccount = onMade('desk_accounts', (tx, id) =>
  saveAccount(tx, id, contract.deskAccountInput.parse(anAccount())),
);
const onLayout = onMade('payout_profiles', (tx, id) => {
  const { name, direction, ...shape } = aLayout();
  return saveProfile(tx, { id, name, direction, shape });
});

const waits = (table: string, body: () => object) => ({
  body,
  change: ({ id }: MatrixRow) => rows(`update ${table} set signature = null where id = $1`, [id]),
  ruleOn: () => setRules(testbed, { addressChange: true }),
});
const accountWaits = waits('desk_accounts', anAccount);
const layoutWaits = waits('payout_profiles', aLayout);
const onNone = (table: string) => ({
  make: async () => ({}),
  stateOf: () => rows(`select id from ${table} order by id`),
  change: undefined,
});

tryActions(testbed, 'payoutsAccounts', [
  { ...accountWaits, ...onNone('desk_accounts'), contract: contract.addDeskAccount },
  { ...accountWaits, ...onAccount, contract: contract.changeDeskAccount },
  { ...layoutWaits, ...onNone('payout_profiles'), contract: contract.addProfile },
  { ...layoutWaits, ...onLayout, contract: contract.changeProfile },
  { ...onLayout, contract: contract.removeProfile },
]);
