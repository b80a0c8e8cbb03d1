import { randomBytes } from 'node:crypto';
import { beforeAll } from 'vitest';
import { signedTables, signRow, type SignedRow } from '#server/db/signing/signed-rows.ts';
import * as contract from '#shared/offers/offers.contract.ts';
import { aColleague, setRules, setSettings } from '#tests/factories/approvals.ts';
import { anOffer, someOffer } from '#tests/factories/offers.ts';
import { aUser, bankDetails } from '#tests/factories/orders.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { tryActions, type ActionCase, type MatrixRow } from '#tests/setup/action-matrix.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, rows } = testbed;
const maker = fixture(() => aColleague(testbed, 'reviewer'));

beforeAll(() => setSettings(testbed, { offer: { maxSpreadPercent: 5 } }));

/** An offer in a state for this user, by default a new customer. */
async function offerIn(
  state: string,
  userId?: string,
): Promise<MatrixRow & { params: Readonly<Record<string, string>> }> {
  const ada = await aSeller(app, database.pool);
  const { id, code } = await anOffer(maker, { userId: userId ?? ada.id });
  if (state === 'taken' || state === 'ordered') await callsOf(app, ada).post(`offers/${code}/take`);
  if (state === 'ordered') await rows('update sell_quotes set used_at = now() where user_id = $1', [ada.id]);
  if (state === 'withdrawn') await maker.del(`offers/${id}`);
  if (state === 'expired') await inPast(id);
  return { id, params: { id, userId: userId ?? ada.id } };
}

/** An offer keeps until when it stands, so one that is over is signed as such in its place. */
async function inPast(id: string) {
  const over = await rows('select * from offers where id = $1', [id]);
  const expired = { ...(over[0] as SignedRow<typeof signedTables.offer>), ...named(over[0]), expiresAt: new Date(0) };
  const replica = `set session_replication_role = replica; update offers set expires_at = '1970-01-01T00:00:00Z',
    signature = '\\x${signRow(signedTables.offer, expired).toString('hex')}' where id = '${id}';
    set session_replication_role = default`;
  await database.pool.query(replica);
}
const named = (row: Record<string, unknown> = {}) => ({
  userId: row.user_id as string,
  takenBy: null,
  quoteId: null,
  orderId: null,
  madeBy: String(row.made_by),
});

const forge: ActionCase['forge'] = ({ params }) =>
  database.pool.query(`set session_replication_role = replica;
    update offers set expires_at = now() + interval '9 days' where id = '${params?.id}';
    set session_replication_role = default`);

/** Customers whom no mail reaches, and a rule of dual approval. */
async function unreachable() {
  const checks = await rows(`select conname from pg_constraint where conrelid = 'users'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%email%'`);
  for (const { conname } of checks) await database.pool.query(`alter table users drop constraint "${String(conname)}"`);
  await rows(`update users set email = null where role = 'customer'`);
  await setRules(testbed, { liftBlock: true });
}

tryActions(testbed, 'offers', [
  {
    contract: contract.openOrderOfOffer,
    states: contract.offerStates,
    // The audit log names it by its order.
    make: async (state, userId) => ({ params: (await offerIn(state, userId)).params }),
    stateOf: ({ params }) => rows('select state, order_id from offers where id = $1', [params?.id]),
    forge,
    body: ({ params }) => ({
      userId: params?.userId,
      paymentDetails: JSON.stringify(bankDetails),
      transactionHash: randomBytes(32).toString('hex'),
    }),
    ruleOn: unreachable,
  },
  {
    contract: contract.makeOffer,
    make: async (_state, userId) => ({ params: { userId: userId ?? (await aUser(database.pool)).userId } }),
    stateOf: ({ params }) => rows('select id from offers where user_id = $1', [params?.userId]),
    body: ({ params }) => ({ ...someOffer, userId: params?.userId, spreadPercent: -1 }),
    ruleOn: () => setSettings(testbed, { fourEyes: { rateOverPercent: 5 }, offer: { maxSpreadPercent: 0 } }),
  },
  {
    contract: contract.withdrawOffer,
    states: contract.offerStates,
    make: offerIn,
    stateOf: ({ id }) => rows('select state from offers where id = $1', [id]),
    forge,
  },
]);
