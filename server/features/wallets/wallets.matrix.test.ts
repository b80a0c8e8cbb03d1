import { randomBytes } from 'node:crypto';
import * as contract from '#shared/wallets/wallets.contract.ts';
import { setRules } from '#tests/factories/approvals.ts';
import { tronAddresses } from '#tests/factories/own-addresses.ts';
import { walletCalls } from '#tests/factories/wallets.ts';
import { tryActions, type ActionCase, type MatrixRow } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { sampleWallets } from './wallets.samples.ts';

// Without a cool-off another address is another version at once.
const testbed = openTestbed({ WALLET_COOLOFF_HOURS: '0' });
const { app, rows } = testbed;
const { put, wallet } = walletCalls(testbed);
/** None of them is changed twice. */
const coins = ['ethereum', 'binancecoin', 'usdt-erc20', 'usdt-trc20'];
const addresses = tronAddresses(20);
const addressOf = (coin: string) =>
  coin === 'tron' || coin === 'usdt-trc20' ? addresses.pop() : `0x${randomBytes(20).toString('hex')}`;
const stoppedAddress = sampleWallets.litecoin?.address;
const rowOf = async (coin: string): Promise<MatrixRow> => ({ id: coin, params: { cryptoId: coin } });

const onWallet: Omit<ActionCase, 'contract' | 'make'> = {
  stateOf: ({ id }) =>
    rows(
      `select address, version, is_active, (select count(*) from deposit_wallet_changes c
         where c.crypto_id = w.crypto_id and c.cancelled_at is null) as changes
       from deposit_wallets w where crypto_id = $1`,
      [id],
    ),
  change: ({ id }) => rows('update deposit_wallets set version = version + 1 where crypto_id = $1', [id]),
  ruleOn: () => setRules(testbed, { addressChange: true }),
};

tryActions(testbed, 'wallets', [
  {
    ...onWallet,
    contract: contract.updateWallet,
    make: async () => {
      const coin = coins.shift() ?? '';
      coins.push(coin);
      return { ...(await rowOf(coin)), version: (await wallet(coin)).version };
    },
    body: ({ id = '' }) => ({ address: addressOf(id), uncheckedAccepted: true }),
  },
  {
    ...onWallet,
    contract: contract.cancelWalletChange,
    make: async () => {
      Object.assign(app.deps.env, { walletCooloffHours: 24 });
      await put('tron', { address: addressOf('tron') });
      Object.assign(app.deps.env, { walletCooloffHours: 0 });
      return rowOf('tron');
    },
  },
  {
    ...onWallet,
    contract: contract.stopAddress,
    make: async () => rowOf('litecoin'),
    body: () => ({ address: stoppedAddress, reason: 'The keys were stolen.' }),
  },
]);
