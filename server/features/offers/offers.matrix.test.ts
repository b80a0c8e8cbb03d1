import { beforeAll } from 'vitest';
import * as contract from '#shared/offers/offers.contract.ts';
import { aColleague, setSettings } from '#tests/factories/approvals.ts';
import { anOffer, someOffer } from '#tests/factories/offers.ts';
import { aUser } from '#tests/factories/orders.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { tryActions } from '#tests/setup/action-matrix.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, rows } = testbed;
const maker = fixture(() => aColleague(testbed, 'reviewer'));

beforeAll(() => setSettings(testbed, { offer: { maxSpreadPercent: 5 } }));

/** An offer in a state: for nobody in particular, or for this user. */
async function offerIn(state: string, userId?: string): Promise<{ id: string }> {
  const { id } = await anOffer(maker, { userId: userId ?? (await aUser(database.pool)).userId });
  if (state === 'taken' || state === 'ordered') {
    const ada = await aSeller(app, database.pool);
    const mine = await anOffer(maker, { userId: ada.id });
    await callsOf(app, ada).post(`offers/${mine.code}/take`);
    if (state === 'ordered') await rows('update sell_quotes set used_at = now() where user_id = $1', [ada.id]);
    return { id: mine.id };
  }
  if (state === 'withdrawn') await maker.del(`offers/${id}`);
  if (state === 'expired')
    await rows(
      `set session_replication_role = replica; update offers set expires_at = now() where id = '${id}';
       set session_replication_role = default`,
    );
  return { id };
}

tryActions(testbed, 'offers', [
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
    forge: ({ id }) =>
      database.pool.query(`set session_replication_role = replica;
        update offers set expires_at = now() + interval '9 days' where id = '${id}'; set session_replication_role = default`),
  },
]);
