import { randomUUID } from 'node:crypto';
import type { DepositSourceView } from '#shared/deposit-sources/deposit-sources.contract.ts';
import * as contract from '#shared/deposit-sources/deposit-sources.contract.ts';
import { setRules } from '#tests/factories/approvals.ts';
import { sourceCalls, tronAddresses } from '#tests/factories/own-addresses.ts';
import { tryActions, type ActionCase } from '#tests/setup/action-matrix.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_TRON: 'simulated', WALLET_COOLOFF_HOURS: '24' });
const { row, rows } = testbed;
const admin = fixture(() => sourceCalls(testbed));
const addresses = () => tronAddresses(20, randomUUID());

const onSource: Omit<ActionCase, 'contract'> = {
  make: async () => {
    const coinIds = ['tron', 'usdt-trc20'];
    await admin.post('', { kind: 'pool', chain: 'tron', coinIds, addresses: addresses() });
    const [newest] = (await admin.get<DepositSourceView[]>('')).body;
    // A source is switched on as it is added.
    const { id: lastEntry } = await row('select max(id) as id from audit_log');
    return { id: newest?.id ?? '', version: newest?.version ?? 0, lastEntry };
  },
  stateOf: ({ id }) =>
    rows(
      `select version, is_active, when_empty, stopped_at,
         (select array_agg(crypto_id order by 1) from deposit_source_coins where source_id = s.id) as coins,
         (select count(*) from deposit_addresses where source_id = s.id) as addresses
       from deposit_sources s where id = $1`,
      [id],
    ),
  change: ({ id }) => rows('update deposit_sources set version = version + 1 where id = $1', [id]),
  ruleOn: () => setRules(testbed, { addressChange: true }),
};

tryActions(testbed, 'depositSources', [
  { ...onSource, contract: contract.changeSource, body: () => ({ coinIds: ['tron'] }) },
  { ...onSource, contract: contract.addAddresses, body: () => ({ addresses: addresses() }) },
  { ...onSource, contract: contract.withdrawSourceChange },
  { ...onSource, contract: contract.stopSource, body: () => ({ reason: 'The keys were stolen.' }) },
]);
