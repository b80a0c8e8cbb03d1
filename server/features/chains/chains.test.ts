import { expect, test } from 'vitest';
import { chainView } from '#shared/chains/chains.contract.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
const chains = async ({ call } = testbed.app) =>
  chainView.array().parse((await call('GET', '/api/admin/chains', { token: reviewer.token })).body);

test('the administrator sees how far each chain is read, and none if none is switched on', async () => {
  const read = { chain: 'litecoin', source: 'simulated', behind: 0, lastError: null, ok: true };
  await expect.poll(() => chains(), { timeout: 45_000 }).toMatchObject([read]);
  const lastError = 'It does not answer';
  await testbed.rows(
    `update chain_cursors set ok_at = now() - interval '6 minutes', last_error = $1, tip_height = height + 4,
     tip_at = now() - interval '90 seconds'`,
    [lastError],
  );
  const [away] = await chains();
  expect(away).toMatchObject({ behind: 4, lastError, ok: false });
  expect(away?.tipAgeSeconds).toBeGreaterThanOrEqual(90);
  expect(await chains(await testbed.another({ CHAIN_LITECOIN: 'off' }))).toEqual([]);
});
