import { expect, test } from 'vitest';
import { settleChains } from '#server/features/settlements/settlements.service.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { seedDeposits } from './demo.deposits.ts';
import { demoProfiles } from './demo.profiles.ts';

const { app, database, rows } = openTestbed({ CHAIN_LITECOIN: 'simulated' });

test('an operator sees each state of a deposit in the demonstration, however often its chain is read', async () => {
  const { deps } = app;
  await expect.poll(() => rows('select 1 from chain_cursors where ok_at is not null')).toHaveLength(1);
  const customers = await Promise.all(
    demoProfiles.slice(0, 4).map(async (profile) => ({
      ...(await aSeller(app, database.pool)),
      profile,
      registeredMinutesAgo: 0,
    })),
  );
  const inTx: typeof deps.inTx = async (work) => {
    const result = await deps.inTx(work);
    await settleChains(deps, ['litecoin']);
    return result;
  };
  await seedDeposits({ ...deps, inTx }, customers);
  const stages = (await rows('select stage from orders order by stage')).map(({ stage }) => stage);
  expect(stages).toEqual(['confirmed', 'question', 'refund_due', 'refund_sent', 'refunded', 'short']);
});
