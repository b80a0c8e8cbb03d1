import { beforeAll, expect, test } from 'vitest';
import { depositView, verdictView, type Play } from '#shared/deposits/deposits.contract.ts';
import { aLitecoinSale, litecoinOf } from '#tests/factories/deposits.ts';
import { aMember } from '#tests/factories/members.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { socketClients, waitForMessage } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { playTransfer } from './deposits.simulated.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { aClient, goAway } = socketClients(() => `${testbed.app.url.replace('http', 'ws')}/ws`);
let token: string;
beforeAll(async () => {
  ({ token } = await aMember(testbed.database.pool, testbed.app.deps, 'reviewer'));
});

const wait = { timeout: 20_000 };
const play = (id: string, what: Play, by = token) =>
  testbed.app.call('POST', `/api/admin/transactions/${id}/play`, { token: by, json: { play: what } });
const verdictOf = async (id: string) => {
  const { body } = await testbed.app.call('GET', `/api/admin/transactions/${id}/verdict`, { token });
  const { level, findings } = verdictView.parse(body);
  return { level, codes: findings.map(({ code }) => code) };
};
const mine = () => litecoinOf(testbed).mine(6);

test('a played transfer reaches the customer and the reviewer like a real one, and is in the audit log', async () => {
  const ada = await aSeller(testbed.app, testbed.database.pool);
  const { id } = await aLitecoinSale(testbed, { userId: ada.id });
  const browser = await aClient({ token: ada.token });
  litecoinOf(testbed);
  expect((await play(id, 'exact')).status).toBe(200);
  await waitForMessage(browser, { type: 'chain_advanced', chain: 'litecoin' });
  const deposit = async () => {
    const { body } = await testbed.app.call('GET', `/api/transactions/${id}/deposit`, { token: ada.token });
    return depositView.parse(body);
  };
  await expect
    .poll(deposit, wait)
    .toMatchObject({ isSimulated: true, seen: { amount: 0.5, confirmations: 0, required: 6 } });
  for (let block = 0; block < 6; block += 1) await play(id, 'block');
  await expect.poll(deposit, wait).toMatchObject({ seen: { confirmations: 6 } });
  await expect.poll(() => verdictOf(id), wait).toEqual({ level: 'pale', codes: ['fits_shared'] });
  const audited = await testbed.rows(
    `select details from audit_log where action = 'deposit.played' and subject_id = $1`,
    [id],
  );
  expect(audited).toEqual([{ details: { play: 'exact' } }]);
  goAway();
}, 60_000);

test('too little, another token, a late transfer and one that the chain takes back look as they would', async () => {
  const [short, fake, late, gone] = await Promise.all([1, 2, 3, 4].map(() => aLitecoinSale(testbed)));
  if (!short || !fake || !late || !gone) throw new Error('There are four sales.');
  for (const [{ id }, what] of [
    [short, 'less'],
    [fake, 'wrong_token'],
    [late, 'late'],
    [gone, 'exact'],
  ] as const) {
    expect((await play(id, what)).status).toBe(200);
  }
  mine();
  await expect.poll(() => verdictOf(short.id), wait).toEqual({ level: 'red', codes: ['short'] });
  await expect.poll(() => verdictOf(fake.id), wait).toEqual({ level: 'red', codes: ['other_token'] });
  await expect.poll(() => verdictOf(late.id), wait).toEqual({ level: 'pale', codes: ['fits_shared'] });
  await expect.poll(() => verdictOf(gone.id), wait).toEqual({ level: 'pale', codes: ['fits_shared'] });
  expect((await play(gone.id, 'reorganised')).status).toBe(200);
  await expect.poll(() => verdictOf(gone.id), wait).toEqual({ level: 'red', codes: ['not_found'] });
}, 60_000);

test('nothing is played on a chain that is not simulated, in production, by support, or for a decided order', async () => {
  const { app, database } = testbed;
  const actor = await aUser(database.pool);
  const byHand = await anOrder(app.deps, actor);
  expect(await play(byHand, 'exact')).toMatchObject({ status: 404, body: { reason: 'page_not_found' } });
  const { id } = await aLitecoinSale(testbed);
  const production = { ...app.deps, env: { ...app.deps.env, production: true } };
  await expect(playTransfer(production, actor, id, 'exact')).rejects.toMatchObject({
    because: { reason: 'page_not_found' },
  });
  const support = await aMember(database.pool, app.deps, 'support');
  expect((await play(id, 'exact', support.token)).status).toBe(403);
  await testbed.rows(`update orders set status = 'failed', decided_at = now(), version = version + 1 where id = $1`, [
    id,
  ]);
  expect(await play(id, 'exact')).toMatchObject({ status: 409, body: { code: 'already_decided' } });
});
