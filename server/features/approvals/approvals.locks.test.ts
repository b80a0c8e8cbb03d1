import { beforeEach, expect, test, vi } from 'vitest';
import { aColleague, approvalCalls, ownerCalls, setRules } from '#tests/factories/approvals.ts';
import { outcome, outcomes } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { rows, row } = testbed;
const { approve, refuse, listed } = approvalCalls(testbed);
const owner = ownerCalls(testbed);
const second = fixture(() => aColleague(testbed, 'owner'));
const third = fixture(() => aColleague(testbed, 'owner'));

const coins = ['bitcoin', 'litecoin', 'ethereum'];
const ids = { stop: '', request: '' };
beforeEach(async () => {
  await setRules(testbed, { addressChange: true });
  const coin = coins.pop() ?? '';
  const { address } = await row('select address from deposit_wallets where crypto_id = $1', [coin]);
  await owner.post(`wallets/${coin}/stop`, { address, memo: null, reason: 'The key was stolen.' });
  const [request] = await listed(second.token);
  Object.assign(ids, { stop: String(request?.subjectId), request: request?.id });
});

/** Starts work that waits for rows which `held` names, and says whether a row that `free` names is free meanwhile. */
async function isFreeDuring(heldRow: string, free: string, work: () => Promise<string>) {
  const holder = await testbed.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`${heldRow} for update`);
    const answer = work();
    const lockWaits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect(await rows(lockWaits)).toHaveLength(1), { timeout: 30_000 });
    const freeRows = await rows(`${free} for update skip locked`);
    await holder.query('commit');
    return [freeRows.length === 1, await answer];
  } finally {
    holder.release();
  }
}
const stopRow = () => `select 1 from deposit_address_stops where id = '${ids.stop}'`;
const requestRow = () => `select 1 from approvals where id = '${ids.request}'`;

test('a member who refuses the stop of an address waits for it before they hold its request', async () => {
  const refuseStop = () => outcome(refuse(ids.request, third.token));
  expect(await isFreeDuring(stopRow(), requestRow(), refuseStop)).toEqual([true, '200']);
});

test('a member who confirms the stop of an address waits for its coin before they hold it', async () => {
  const { coin } = await row('select crypto_id as coin from deposit_address_stops where id = $1', [ids.stop]);
  const coinRow = `select 1 from crypto_assets where id = '${String(coin)}'`;
  const confirmStop = () => outcome(approve(ids.request, second.token));
  expect(await isFreeDuring(coinRow, stopRow(), confirmStop)).toEqual([true, '200']);
});

test('a member who decides about a stop second reads that it is decided', async () => {
  const answers = await outcomes([approve(ids.request, second.token), refuse(ids.request, third.token)]);
  expect(answers.toSorted()).toEqual(['200', expect.stringMatching('409 already_decided')]);
});
