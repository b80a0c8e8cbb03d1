import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import type { Composition } from '#server/compose.ts';
import { callOf } from '#server/http/guards/four-eyes.ts';
import { jsonTextOf } from '#server/http/reply.ts';
import { Conflict, Refusal } from '#server/lib/refusal.ts';
import { adminOrderDetails, quickDecision } from '#shared/orders/admin/orders.admin.contract.ts';
import { orderMoves, orderStatuses, type MovesTo } from '#shared/orders/orders.lifecycle.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { testDeps } from '#tests/setup/deps.ts';
import { fixture, openDatabase } from '#tests/setup/testbed.ts';
import { decideQuickly, type Decision } from './decide/orders.decisions.service.ts';

const database = openDatabase();
let deps: Composition;

const admin = fixture(() => aUser(database.pool, { role: 'admin' }));
const ada = fixture(() => aUser(database.pool));
beforeAll(() => {
  deps = testDeps(database);
});

const rows: typeof database.rows = (...args) => database.rows(...args);
const rowOf = async (id: string) => (await rows('select * from orders where id = $1', [id]))[0];
const eventsOf = (id: string) => rows('select * from order_events where order_id = $1 order by id', [id]);

/** A decision as its route hands it over. */
const called = (id: string, decision: Decision) => ({
  ...decision,
  call: callOf(quickDecision, { params: { id }, body: decision }),
});

/** Decides and returns the order as it is answered. */
async function decideAsAdmin(id: string, decision: Decision, around: Partial<Composition> = {}) {
  const result = await decideQuickly({ ...deps, ...around }, admin, id, called(id, decision));
  const text = jsonTextOf(result);
  if (text === undefined) throw new Error('No rule of four eyes is on.');
  return adminOrderDetails.parse(JSON.parse(text));
}
/** The refusal of an attempt; undefined if it succeeded. */
const refusalOf = async (work: Promise<unknown>): Promise<Refusal | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};
/** The result of a decision: done, or the code of the refusal. */
const outcome = async (work: Promise<unknown>) => (await refusalOf(work))?.code ?? 'done';

test('a move that the lifecycle does not list does not compile', () => {
  expectTypeOf<MovesTo<'completed'>>().toEqualTypeOf<'pending' | 'processing'>();
  expectTypeOf<MovesTo<'processing'>>().toEqualTypeOf<'pending'>();
  expectTypeOf<MovesTo<'processing' | 'completed'>>().toEqualTypeOf<'pending'>();
  expectTypeOf<MovesTo<'pending'>>().toEqualTypeOf<never>();
});

test('an order begins with its event, its audit entry and a mail to its customer', async () => {
  const id = await anOrder(deps, ada);
  expect(await eventsOf(id)).toMatchObject([{ from_status: null, to_status: 'pending', actor_kind: 'customer' }]);
  const audit = await rows('select * from audit_log where subject_id = $1', [id]);
  expect(audit).toMatchObject([{ action: 'transaction.created', actor_id: ada.userId }]);
  const data = { gives: '0.01 BTC', pays: '371.88 USD' };
  const mails = await rows(`select * from outbox where data->>'id' = $1`, [id]);
  expect(mails).toMatchObject([{ template: 'order_received', recipient: ada.email, data }]);
});

describe('a decision of the administrator', () => {
  test('is one of the steps in the history of the order', async () => {
    const id = await anOrder(deps, ada);
    await decideAsAdmin(id, { status: 'processing' });
    const adminNotes = 'The bank sent it back.';
    expect(await decideAsAdmin(id, { status: 'failed', adminNotes })).toMatchObject({
      status: 'failed',
      version: 3,
      adminNotes,
      events: [
        { from: null, to: 'pending', by: 'customer' },
        { from: 'pending', to: 'processing', by: 'admin' },
        { from: 'processing', to: 'failed', by: 'admin', note: adminNotes },
      ],
    });
    expect((await rowOf(id))?.decided_at).not.toBeNull();
  });

  test('on another state than the one shown is refused with the present state', async () => {
    const id = await anOrder(deps, ada);
    await decideAsAdmin(id, { status: 'processing', version: 1 });
    const refusal = await refusalOf(decideAsAdmin(id, { status: 'failed', version: 1 }));
    expect(refusal).toMatchObject({ code: 'conflict', extra: { version: 2, status: 'processing' } });
  });

  test('by quick approval without evidence is refused, and nothing changes', async () => {
    const id = await anOrder(deps, ada);
    const refusal = await refusalOf(decideAsAdmin(id, { status: 'completed' }));
    const message = 'Admin notes are required before approval';
    expect(refusal?.toBody()).toEqual({
      code: 'evidence_missing',
      message,
      reason: 'admin_notes_required',
      fields: {
        adminNotes: message,
        adminTransactionId: 'Transaction ID must be provided before approving',
        payoutFiles: 'Payout screenshot is required before approval',
      },
      fieldErrors: {
        adminNotes: { reason: 'admin_notes_required' },
        adminTransactionId: { reason: 'admin_transaction_id_required' },
        payoutFiles: { reason: 'payout_screenshot_required' },
      },
    });
    expect(await rowOf(id)).toMatchObject({ status: 'pending', version: 1 });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test('cannot complete an order without proof, or an unknown one', async () => {
    const id = await anOrder(deps, ada, { hasProof: false });
    const evidence = { adminNotes: 'paid', adminTransactionId: 'BANK-1' };
    expect(await outcome(decideAsAdmin(id, { status: 'completed', ...evidence }))).toBe('proof_missing');
    expect(await outcome(decideAsAdmin('a2a1a2c0-0000-4000-8000-000000000000', { status: 'failed' }))).toBe(
      'not_found',
    );
  });
});

describe('a completed order without the rule of evidence', () => {
  const complete = (id: string, adminTransactionId?: string) => {
    const { current } = deps.settings;
    const rules = { ...current.rules, payoutEvidenceRequired: false };
    const settings = { current: { ...current, rules }, refresh: () => Promise.resolve() };
    return decideAsAdmin(id, { status: 'completed', ...(adminTransactionId && { adminTransactionId }) }, { settings });
  };

  test('needs none if it is paid in cash, and shares a bank transfer with others', async () => {
    const [cashOrder, ...bankOrders] = [await anOrder(deps, ada), await anOrder(deps, ada), await anOrder(deps, ada)];
    await complete(cashOrder);
    for (const id of bankOrders) await complete(id, 'BATCH 7');
    const statuses = await Promise.all([cashOrder, ...bankOrders].map(async (id) => (await rowOf(id))?.status));
    expect(statuses).toEqual(['completed', 'completed', 'completed']);
  });

  test('has its own on-chain transfer', async () => {
    const coin = { id: 'ethereum', name: 'Ethereum', symbol: 'ETH', color: '#8a97c9' };
    const ids = await Promise.all([1, 2, 3].map(() => anOrder(deps, ada, { gives: { type: 'sell', coin } })));
    const outcomes = await Promise.all(ids.map((id) => outcome(complete(id, `0x${'AB'.repeat(32)}`))));
    expect(outcomes.toSorted()).toEqual(['done', 'hash_used', 'hash_used']);
  });

  test('does not use a transfer that another customer claims as a deposit', async () => {
    const transactionHash = 'cd'.repeat(32);
    await anOrder(deps, await aUser(database.pool), { transactionHash });
    expect(await outcome(complete(await anOrder(deps, ada), transactionHash))).toBe('hash_used');
  });
});

describe('a hundred orders with three decisions at once for each', () => {
  // The pool waits at most 3 s for a connection.
  const ordersAtOnce = 50;
  /**
   * Makes orders, fires all deciders at each at the same moment, many orders at a time, and counts who believes to
   * have decided each.
   */
  async function winnersOf(count: number, deciders: readonly ((id: string) => Promise<unknown>)[]) {
    const ids: string[] = [];
    const winners: number[] = [];
    const race = async () => {
      const id = await anOrder(deps, ada);
      ids.push(id);
      const outcomes = await Promise.all(deciders.map((decide) => outcome(decide(id))));
      expect(outcomes.filter((code) => code !== 'done' && code !== 'already_decided')).toEqual([]);
      return outcomes.filter((code) => code === 'done').length;
    };
    for (let at = 0; at < count; at += ordersAtOnce)
      winners.push(...(await Promise.all(Array.from({ length: ordersAtOnce }, race))));
    return { ids, winners };
  }

  test('have exactly one winner, one decision in the history and one mail each', async () => {
    const decide = (status: Decision['status']) => (id: string) =>
      decideQuickly(deps, admin, id, called(id, { status }));
    const { ids, winners } = await winnersOf(100, [decide('failed'), decide('rejected'), decide('rejected')]);
    expect(winners).toEqual(ids.map(() => 1));
    const invalidRows = await rows(
      `select t.id from orders t where t.id = any($1)
       and ((select count(*) from order_events e where e.order_id = t.id and e.to_status = t.status) <> 1
         or (select count(*) from order_events e where e.order_id = t.id) <> 2
         or (select count(*) from outbox o where o.data->>'id' = t.id::text
         and o.template in ('order_failed', 'order_rejected')) <> 1
         or t.version <> 2)`,
      [ids],
    );
    expect(invalidRows).toEqual([]);
  });

  test('would have several winners in a service that reads before it writes', async () => {
    const triggers = (verb: 'enable' | 'disable') => rows(`alter table orders ${verb} trigger orders_check_change`);
    const naive = (status: string) => async (id: string) => {
      if ((await rowOf(id))?.status !== 'pending') throw new Conflict('already_decided', 'held_rate_decided');
      await rows('update orders set status = $2, decided_at = now(), version = version + 1 where id = $1', [
        id,
        status,
      ]);
    };
    await triggers('disable');
    const { winners } = await winnersOf(50, [naive('completed'), naive('rejected'), naive('failed')]);
    await triggers('enable');
    expect(winners.filter((count) => count > 1).length).toBeGreaterThan(0);
  });
});

describe('the database itself', () => {
  const sql = (text: string, values: unknown[]) =>
    rows(text, values).then(
      () => 'done',
      (error: Error) => error.message,
    );

  test('allows only the moves of the lifecycle', async () => {
    const move = (id: string, status: (typeof orderStatuses)[number], version: number) => {
      const decidedAt = orderMoves[status].length === 0 ? new Date() : null;
      const values = [id, status, version, decidedAt];
      return sql(`update orders set status = $2, version = $3, decided_at = $4 where id = $1`, values);
    };
    for (const from of orderStatuses)
      for (const to of orderStatuses.filter((status) => status !== from)) {
        const id = await anOrder(deps, ada);
        if (from !== 'pending') await move(id, from, 2);
        const isAllowed = (await move(id, to, 3)) === 'done';
        expect([from, to, isAllowed]).toEqual([from, to, (orderMoves[from] as readonly string[]).includes(to)]);
      }
  });

  test.each([
    'payout_amount = payout_amount + 1, gross_amount = gross_amount + 1',
    'amount = 2',
    `deposit_address = 'bc1qthief'`,
    `payout_currency = 'EUR'`,
    `reference = 'LF-0000-00'`,
  ])('protects the terms of an order from %s', async (change) => {
    expect(await sql(`update orders set ${change} where id = $1`, [await anOrder(deps, ada)])).toMatch(
      'keeps the terms',
    );
  });

  test('changes nothing of a decided order except erased bank details', async () => {
    const id = await anOrder(deps, ada);
    await decideAsAdmin(id, { status: 'failed', adminNotes: 'no coins came' });
    expect(await sql(`update orders set admin_notes = 'all is well' where id = $1`, [id])).toMatch('never changes');
    expect(await sql(`update orders set payment_details = null where id = $1`, [id])).toBe('done');
    expect(await sql('delete from orders where id = $1', [id])).toMatch('never deleted');
    expect(await sql('delete from order_events where order_id = $1', [id])).toMatch('append only');
  });
});
