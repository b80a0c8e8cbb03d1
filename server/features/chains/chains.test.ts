import { beforeAll, expect, test } from 'vitest';
import { chainView } from '#shared/chains/chains.contract.ts';
import { aMember } from '#tests/factories/members.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
let token: string;
beforeAll(async () => {
  ({ token } = await aMember(testbed.database.pool, testbed.app.deps, 'reviewer'));
});

test('the administrator sees how far each chain is read, and that it can be trusted', async () => {
  const chains = async () => {
    const { body } = await testbed.app.call('GET', '/api/admin/chains', { token });
    return chainView.array().parse(body);
  };
  await expect
    .poll(chains, { timeout: 10_000 })
    .toMatchObject([{ chain: 'litecoin', source: 'simulated', behind: 0, lastError: null, ok: true }]);
  await testbed.rows(`update chain_cursors set ok_at = now() - interval '6 minutes', last_error = 'It does not answer',
    tip_height = height + 4, tip_at = now() - interval '90 seconds'`);
  const [away] = await chains();
  expect(away).toMatchObject({ behind: 4, lastError: 'It does not answer', ok: false });
  expect(away?.tipAgeSeconds).toBeGreaterThanOrEqual(90);
});

test('where no chain is switched on the administrator sees none', async () => {
  const off = await testbed.another({ CHAIN_LITECOIN: 'off' });
  expect(await off.call('GET', '/api/admin/chains', { token })).toMatchObject({ status: 200, body: [] });
});
