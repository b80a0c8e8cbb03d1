import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inTx } from '#server/db/connection.ts';
import { followChain } from '#server/features/chains/chains.follow.ts';
import { settleChains } from '#server/features/settlements/settlements.service.ts';
import { coinsOfChain } from '#shared/reference/chains.ts';
import { violationsOf } from '#tests/factories/book-violations.ts';
import { openWalks, whereMoneyIs } from '#tests/factories/book-walk.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { aDatabase, aFolder, run } from '#tests/setup/journey.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', RATE_LIMIT_FACTOR: '10000' });
const { app, database } = testbed;
const { aSale, untilInBlocks } = openWalks(testbed);

test('coins from before and after a backup are in the restored book once', async () => {
  const knownSale = await aSale();
  const laterSale = await aSale(['1.5'], 'short');
  const backup = join(await aFolder(), 'copy');
  const DATA_DIR = await aFolder();
  // A table of the test harness: the product does not have it.
  await database.rows('drop trigger keep_test_mail on outbox; drop table test_mail');
  const from = { DATA_DIR: app.deps.env.dataDir, DATABASE_URL: database.url };
  expect(await run(from, 'backup', backup)).toMatchObject({ code: 0 });
  const chain = litecoinOf(testbed);
  chain.pay(knownSale.address, '0.5');
  chain.pay(laterSale.address, '0.5');
  chain.mine(20);
  await untilInBlocks(knownSale.address, 2);
  await laterSale.becomes('confirmed', 'the rest came');

  const copy = await aDatabase('template1');
  expect(await run({ DATA_DIR, DATABASE_URL: copy.url }, 'restore', backup)).toMatchObject({ code: 0 });
  const restoredDeps = {
    ...app.deps,
    db: copy.db,
    inTx: <Result>(work: Parameters<typeof inTx<Result>>[1]) => inTx(copy, work),
  };
  const places = async () => [await whereMoneyIs(copy, knownSale.id), await whereMoneyIs(copy, laterSale.id)];
  expect(await places()).toEqual([
    'litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200',
    'litecoin: coins 1.5 = held 1.5',
  ]);
  for (let times = 0; times < 2; times += 1) {
    await followChain(restoredDeps, chain.source, () => app.deps.watchedAddresses(copy.db, coinsOfChain('litecoin')));
    await settleChains(restoredDeps, ['litecoin']);
    expect(await places()).toEqual([
      await whereMoneyIs(testbed, knownSale.id),
      await whereMoneyIs(testbed, laterSale.id),
    ]);
    expect(await violationsOf(copy, [knownSale.id, laterSale.id])).toEqual([]);
  }
  const arrivals = await copy.rows(
    `select subject, count(*)::int as times from book_entries where kind = 'transfer.arrived' group by subject`,
  );
  expect(arrivals.map(({ times }) => times)).toEqual([1, 1, 1, 1]);
});
