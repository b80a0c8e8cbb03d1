import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptMoves, batchMoves, lineMoves, payoutMoves } from '#shared/payouts/payouts.lifecycle.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { payoutCalls } from '#tests/factories/payouts.ts';
import { otherStages } from '#tests/factories/stages.ts';
import { testJwtSecret } from '#tests/setup/app.ts';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { callerOf } from '#tests/setup/platform.ts';
import { aDataDir, npmStart, Program } from '#tests/setup/program.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { reviewer, payer, account, as, ok, aPayout, aBatch, release, markSent, batchOf } = payoutCalls(testbed);
const { rows } = testbed;

test.each([
  ['payouts', payoutMoves],
  ['payout_attempts', attemptMoves],
  ['payout_batches', batchMoves],
  ['statement_lines', lineMoves],
])('the database moves %s only along its lifecycle', async (table, moves) => {
  const [row] = await rows(
    `select split_part(encode(tgargs, 'escape'), '\\000', 1) as args from pg_trigger where tgname = $1`,
    [`${table}_check_state`],
  );
  expect(JSON.parse(String(row?.args))).toEqual(moves);
});

test('a product killed during a release leaves the batch prepared, and releases it once later', async () => {
  const batch = await aBatch([(await aPayout()).id]);
  const id = String(batch.id);
  const { path: DATA_DIR, remove } = await aDataDir();
  const settings = { DATABASE_URL: testbed.database.url, ENCRYPTION_KEY: testEncryptionKey, JWT_SECRET: testJwtSecret };
  const program = new Program({ DATA_DIR, ...settings }, npmStart);
  const holder = await testbed.database.pool.connect();
  try {
    const { url } = await program.ready();
    await rows(`create function hold_state() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(4711); return new; end $$`);
    await rows(`create trigger hold_state before update of state on payout_batches
      for each row execute function hold_state()`);
    await holder.query('select pg_advisory_lock(4711)');
    const headers = await steppedUp(testbed.app.deps, payer.token);
    const request = { token: payer.token, headers, json: { digest: batch.digest } };
    const path = `/api/admin/payout-batches/${id}/release`;
    const answer = callerOf(url)('POST', path, request).catch(() => 'cut off');
    const lockWaits = `select pid from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`;
    await expect.poll(() => rows(lockWaits)).toHaveLength(1);
    await program.end('SIGKILL');
    expect(await answer).toBe('cut off');
    await holder.query('select pg_advisory_unlock(4711)');
    await expect.poll(() => rows(lockWaits)).toEqual([]);
  } finally {
    await holder.query('select pg_advisory_unlock_all()');
    holder.release();
    await program.end('SIGKILL');
    await rows('drop trigger if exists hold_state on payout_batches');
    await remove();
  }
  const { digest, sha256 } = batch;
  expect(await batchOf(id)).toMatchObject({ state: 'prepared', digest, sha256 });
  expect((await release(batch)).body).toMatchObject({ state: 'released', digest, sha256 });
  expect(await rows('select sha256 from payout_files')).toEqual([{ sha256 }]);
}, 300_000);

const reason = { reason: 'Tried' };
const ofBatches = ['make', 'cancel', 'refuse', 'release', 'withdraw', 'sent'];
const ofPayouts = ['hold', 'resume', 'again', 'return', 'settle'];

/** Lists contradictions between payouts, attempts, batches and files. */
const violations = `
  select 'two live attempts' as what from payout_attempts where state in ('open', 'sent', 'settled')
    group by payout_id having count(*) > 1
  union all select 'a batch that is not its lines' from payout_batches b
    where (count, total) <> (select count(*), coalesce(sum(amount), 0) from payout_attempts a where a.batch_id = b.id)
  union all select 'a file that is not its batch' from payout_files f join payout_batches b on b.id = f.batch_id
    where encode(sha256(f.bytes), 'hex') <> f.sha256 or strpos(convert_from(f.bytes, 'UTF8'),
      '<NbOfTxs>' || b.count || '</NbOfTxs><CtrlSum>' || round(b.total, 2) || '</CtrlSum>') = 0
  union all select 'a payout that is not its attempt: ' || p.state || ' ' || coalesce(a.state, 'none') from payouts p
    left join lateral (select state from payout_attempts x where x.payout_id = p.id order by no desc limit 1) a on true
    where coalesce(a.state, 'void') <> all (case when p.state in ('due', 'held') then array['void', 'returned']
      when p.state in ('batched', 'released') then array['open'] else array[p.state] end)`;

test('no member can give a payout two live attempts, or a batch or stage against its rows', async () => {
  const step = fc.tuple(fc.constantFrom(...ofBatches, ...ofPayouts), fc.nat(5));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
      const ids = [(await aPayout()).id, (await aPayout()).id, (await aPayout()).id];
      await as(reviewer, 'POST', 'payout-batches', { accountId: account.id, payoutIds: ids.slice(1) });
      for (const [move, pick] of steps) {
        const answer = await tryMove(move, ids, pick);
        expect([200, 201, 409, 422]).toContain(answer.status);
      }
      expect(await rows(violations)).toEqual([]);
      expect(await otherStages(testbed)).toEqual([]);
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 180_000);

async function tryMove(move: string, ids: string[], pick: number) {
  const payout = `payouts/${ids[pick % ids.length] ?? ''}`;
  const [batch] = await rows('select id from payout_batches order by seq desc offset $1 limit 1', [pick % 2]);
  const path = `payout-batches/${String(batch?.id)}`;
  if (move === 'make')
    return as(reviewer, 'POST', 'payout-batches', { accountId: account.id, payoutIds: ids.slice(pick % 3) });
  if (move === 'cancel') return as(reviewer, 'DELETE', path);
  if (move === 'release') return release(await ok(payer, 'GET', path));
  if (move === 'sent') return markSent(batch ?? {});
  if (move === 'refuse' || move === 'withdraw')
    return as(payer, 'POST', `${path}/${move}`, { ...reason, payoutIds: ids.slice(2) });
  if (move === 'return')
    return as(payer, 'POST', `${payout}/return`, { reason: 'name', note: 'x', askCustomer: pick > 2 });
  return as(move === 'settle' ? payer : reviewer, 'POST', `${payout}/${move}`, reason);
}
