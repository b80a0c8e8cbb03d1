import * as contract from '#shared/payment-methods/payment-methods.contract.ts';
import { setRules } from '#tests/factories/approvals.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { tryActions, type ActionCase, type MatrixRow } from '#tests/setup/action-matrix.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, row, rows } = testbed;
const admin = fixture(() => theAdmin(app));
const accounts: number[] = [];
const account = () => ({
  currency: 'NGN',
  type: 'bank',
  name: `gtb ${accounts.push(accounts.length)}`,
  displayName: 'Guaranty Trust',
  accountDetails: { 'Account number': '0123456789' },
});

const all: Pick<ActionCase, 'stateOf' | 'ruleOn'> = {
  stateOf: () => rows('select id, name, account_details, version from payment_methods order by id'),
  ruleOn: () => setRules(testbed, { addressChange: true }),
};
const onList = {
  ...all,
  make: async () => ({ id: '', lastEntry: (await row('select max(id) as id from audit_log')).id }),
};
const onAccount = {
  ...all,
  make: async () => {
    const { name, ...accountFields } = account();
    await admin.post('payment-methods', { ...accountFields, name });
    // With the rule on another one is changed.
    const { id } = await row('select id from payment_methods where version = 1 order by created_at desc, id limit 1');
    return { id: String(id) };
  },
  change: ({ id }: MatrixRow) => rows('update payment_methods set version = version + 1 where id = $1', [id]),
};

/** The Naira sample, as it is shipped. */
let sample = '';
const onSample: typeof onList = {
  ...onList,
  make: async () => {
    for (const { id } of await rows(`select id from payment_methods where currency = 'NGN'`))
      await admin.del(`payment-methods/${String(id)}`);
    await admin.post('seed-payment-methods');
    sample = String((await row(`select id from payment_methods where currency = 'NGN' and is_sample`)).id);
    return onList.make();
  },
};

tryActions(testbed, 'paymentMethods', [
  { ...onList, contract: contract.createPaymentMethod, body: account },
  { ...onAccount, contract: contract.updatePaymentMethod, body: () => ({ name: account().name }) },
  {
    ...onSample,
    contract: contract.replaceSampleMethods,
    body: () => ({
      accounts: [{ id: sample, displayName: 'Ours', accountDetails: { Number: '42' }, instructions: null }],
    }),
  },
  { ...onAccount, contract: contract.deletePaymentMethod },
  { ...onList, contract: contract.seedPaymentMethods },
]);
