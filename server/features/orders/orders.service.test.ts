import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import type { Composition } from '#server/compose.ts';
import { Conflict, Refusal } from '#server/lib/refusal.ts';
import { canMove } from '#shared/kernel/lifecycle.ts';
import { adminOrderDetails } from '#shared/orders/orders.contract.ts';
import { orderMoves, orderStatuses, type MovesTo } from '#shared/orders/orders.lifecycle.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { testDeps } from '#tests/setup/deps.ts';
import { fixture, openDatabase } from '#tests/setup/testbed.ts';
import { decideQuickly, type Decision } from './decide/orders.decisions.service.ts';

const database = openDatabase();
let deps: Composition;

const admin = fixture(() => aUser(database.pool, { role: 'admin' }));
const ada = fixture(() => aUser(database.pool));
beforeAll(async () => {
  deps = testDeps(database);
});

type Row = Record<string, unknown>;
const rowOf = async (id: string) =>
  (await database.pool.query<Row>('select * from orders where id = $1', [id])).rows[0];
const eventsOf = async (id: string) =>
  (await database.pool.query<Row>('select * from order_events where order_id = $1 order by id', [id])).rows;

/** The result of a decision: the new status, or the code of the refusal. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

test('a move the lifecycle does not list does not compile', () => {
  expectTypeOf<MovesTo<'completed'>>().toEqualTypeOf<'pending' | 'processing'>();
  expectTypeOf<MovesTo<'processing'>>().toEqualTypeOf<'pending'>();
  expectTypeOf<MovesTo<'processing' | 'completed'>>().toEqualTypeOf<'pending'>();
  expectTypeOf<MovesTo<'pending'>>().toEqualTypeOf<never>();
});

test('an order begins with its event, its audit row and a mail to its customer', async () => {
  const id = await anOrder(deps, ada);
  expect(await eventsOf(id)).toMatchObject([{ from_status: null, to_status: 'pending', actor_kind: 'customer' }]);
  const { rows: audit } = await database.pool.query('select * from audit_log where subject_id = $1', [id]);
  expect(audit).toMatchObject([{ action: 'transaction.created', actor_id: ada.userId }]);
  const { rows: mails } = await database.pool.query(`select * from outbox where data->>'id' = $1`, [id]);
  expect(mails).toMatchObject([
    { template: 'order_received', recipient: ada.email, data: { gives: '0.01 BTC', pays: '371.88 USD' } },
  ]);
});

describe('the administrator decides', () => {
  const quick = async (id: string, decision: Decision) => {
    const decided = await decideQuickly(deps, admin, id, decision);
    if (typeof decided === 'string') return decided;
    throw new Error('No rule of four eyes is on.');
  };

  test('an order goes its way and its history tells every step', async () => {
    const id = await anOrder(deps, ada);
    await quick(id, { status: 'processing' });
    const answer: unknown = JSON.parse(await quick(id, { status: 'failed', adminNotes: 'The bank sent it back.' }));
    expect(adminOrderDetails.parse(answer)).toMatchObject({
      status: 'failed',
      version: 3,
      adminNotes: 'The bank sent it back.',
      events: [
        { from: null, to: 'pending', by: 'customer' },
        { from: 'pending', to: 'processing', by: 'desk' },
        { from: 'processing', to: 'failed', by: 'desk', note: 'The bank sent it back.' },
      ],
    });
    expect((await rowOf(id))?.decided_at).not.toBeNull();
  });

  test('a decided order is told so, word for word, and keeps its status', async () => {
    const id = await anOrder(deps, ada);
    await quick(id, { status: 'rejected' });
    const refusal = await quick(id, { status: 'completed' }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'already_decided', message: 'Transaction has already been rejected' });
    expect((await rowOf(id))?.status).toBe('rejected');
  });

  test('a decision on a state the administrator has not seen is refused with the state it is in', async () => {
    const id = await anOrder(deps, ada);
    await quick(id, { status: 'processing', version: 1 });
    const refusal = await quick(id, { status: 'failed', version: 1 }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'conflict', extra: { version: 2, status: 'processing' } });
  });

  test('quick approval of a bare order is refused with what is missing, and nothing changes', async () => {
    const id = await anOrder(deps, ada);
    const refusal = await quick(id, { status: 'completed' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect((refusal as Refusal).toBody()).toEqual({
      code: 'evidence_missing',
      message: 'Admin notes are required before approval',
      reason: 'admin_notes_required',
      fields: {
        adminNotes: 'Admin notes are required before approval',
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

  test('an order without proof cannot be completed', async () => {
    const id = await anOrder(deps, ada, { hasProof: false });
    const tried = quick(id, { status: 'completed', adminNotes: 'paid', adminTransactionId: 'BANK-1' });
    expect(await outcome(tried)).toBe('proof_missing');
  });

  test('an unknown order is not found', async () => {
    const unknownId = 'a2a1a2c0-0000-4000-8000-000000000000';
    expect(await outcome(quick(unknownId, { status: 'failed' }))).toBe('not_found');
  });
});

describe('without the evidence rule', () => {
  const cash: Composition['settings'] = { current: undefined as never, refresh: () => Promise.resolve() };
  const quick = (id: string, decision: Decision) => {
    const rules = { ...deps.settings.current.rules, payoutEvidenceRequired: false };
    return decideQuickly(
      { ...deps, settings: { ...cash, current: { ...deps.settings.current, rules } } },
      admin,
      id,
      decision,
    );
  };

  test('a business that pays in cash completes without evidence', async () => {
    const id = await anOrder(deps, ada);
    await quick(id, { status: 'completed' });
    expect((await rowOf(id))?.status).toBe('completed');
  });

  test('one on-chain transfer settles one order', async () => {
    const hash = `0x${'ab'.repeat(32)}`;
    const ether = {
      type: 'sell',
      coin: { id: 'ethereum', name: 'Ethereum', symbol: 'ETH', color: '#8a97c9' },
    } as const;
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => anOrder(deps, ada, { gives: ether })));
    const complete = (id = '') =>
      quick(id, { status: 'completed', adminTransactionId: hash.toUpperCase().replace('X', 'x') });
    const outcomes = await Promise.all([first, second, third].map((id) => outcome(complete(id))));
    expect(outcomes.toSorted()).toEqual(['done', 'hash_used', 'hash_used']);
  });

  test('a transfer another customer already claims as deposit settles nothing', async () => {
    const hash = 'cd'.repeat(32);
    await anOrder(deps, await aUser(database.pool), { transactionHash: hash });
    const id = await anOrder(deps, ada);
    expect(await outcome(quick(id, { status: 'completed', adminTransactionId: hash }))).toBe('hash_used');
  });

  test('one bank transfer may pay several orders', async () => {
    const ids = [await anOrder(deps, ada), await anOrder(deps, ada)];
    for (const id of ids) await quick(id, { status: 'completed', adminTransactionId: 'BATCH 7' });
    expect((await rowOf(ids[1] ?? ''))?.status).toBe('completed');
  });
});

/** Fires all deciders at each order at the same moment, many orders at a time, and counts who believes to have decided. */
async function winnersOf(ids: readonly string[], deciders: readonly ((id: string) => Promise<unknown>)[]) {
  const winners: number[] = [];
  for (let at = 0; at < ids.length; at += ordersAtOnce) {
    const race = async (id: string) => {
      const outcomes = await Promise.all(deciders.map((decide) => outcome(decide(id))));
      expect(outcomes.filter((code) => code !== 'done' && code !== 'already_decided')).toEqual([]);
      return outcomes.filter((code) => code === 'done').length;
    };
    winners.push(...(await Promise.all(ids.slice(at, at + ordersAtOnce).map(race))));
  }
  return winners;
}
// The pool waits at most 3 s for a connection.
const ordersAtOnce = 50;

describe('a hundred orders, three decisions at once for each', () => {
  const makeOrders = async (count: number) => {
    const ids: string[] = [];
    for (let made = 0; made < count; made += 50) {
      ids.push(...(await Promise.all(Array.from({ length: 50 }, () => anOrder(deps, ada)))));
    }
    return ids;
  };

  test('every order has exactly one winner, one decision in its history and one mail about it', async () => {
    const ids = await makeOrders(100);
    const decide = (status: Decision['status']) => (id: string) => decideQuickly(deps, admin, id, { status });
    const winners = await winnersOf(ids, [decide('failed'), decide('rejected'), decide('rejected')]);
    expect(winners.filter((count) => count !== 1)).toEqual([]);
    const { rows } = await database.pool.query(
      `select t.id from orders t where t.id = any($1)
       and ((select count(*) from order_events e where e.order_id = t.id and e.to_status = t.status) <> 1
         or (select count(*) from order_events e where e.order_id = t.id) <> 2
         or (select count(*) from outbox o where o.data->>'id' = t.id::text and o.template in ('order_failed', 'order_rejected')) <> 1
         or t.version <> 2)`,
      [ids],
    );
    expect(rows).toEqual([]);
  });

  test('the same race finds the doubles of a service that reads before it writes', async () => {
    const ids = await makeOrders(50);
    await database.pool.query(
      `alter table orders disable trigger orders_check_change, disable trigger orders_check_stage`,
    );
    const naive = (status: string) => async (id: string) => {
      const found = await rowOf(id);
      if (found?.status !== 'pending') throw new Conflict('already_decided', 'held_rate_decided');
      await database.pool.query(
        `update orders set status = $2, decided_at = now(), version = version + 1 where id = $1`,
        [id, status],
      );
    };
    const winners = await winnersOf(ids, [naive('completed'), naive('rejected'), naive('failed')]);
    await database.pool.query(
      `alter table orders enable trigger orders_check_change, enable trigger orders_check_stage`,
    );
    expect(winners.filter((count) => count > 1).length).toBeGreaterThan(0);
  });
});

describe('the database itself', () => {
  const sql = (text: string, values: unknown[]) =>
    database.pool.query(text, values).then(
      () => 'done',
      (error: Error) => error.message,
    );

  test('knows the same moves as the lifecycle', async () => {
    for (const from of orderStatuses) {
      for (const to of orderStatuses) {
        if (from === to) continue;
        const id = await anOrder(deps, ada);
        const at = (status: string) => (orderMoves[status as typeof from].length === 0 ? new Date() : null);
        const move = (status: string, version: number) =>
          sql(`update orders set status = $2, version = $3, decided_at = $4 where id = $1`, [
            id,
            status,
            version,
            at(status),
          ]);
        if (from !== 'pending') await move(from, 2);
        const isAllowed = (await move(to, 3)) === 'done';
        expect([from, to, isAllowed]).toEqual([from, to, canMove(orderMoves, from, to)]);
      }
    }
  });

  test('keeps the terms an order was made with', async () => {
    const id = await anOrder(deps, ada);
    for (const change of [
      'payout_amount = payout_amount + 1, gross_amount = gross_amount + 1',
      'amount = 2',
      `deposit_address = 'bc1qthief'`,
      `payout_currency = 'EUR'`,
      `reference = 'LF-0000-00'`,
    ]) {
      expect(await sql(`update orders set ${change} where id = $1`, [id])).toMatch('keeps the terms');
    }
  });

  test('changes nothing of a decided order, but lets a deleted person take the bank details along', async () => {
    const id = await anOrder(deps, ada);
    await decideQuickly(deps, admin, id, { status: 'failed', adminNotes: 'no coins came' });
    expect(await sql(`update orders set admin_notes = 'all is well' where id = $1`, [id])).toMatch('never changes');
    expect(await sql(`update orders set payment_details = null where id = $1`, [id])).toBe('done');
    expect(await sql('delete from orders where id = $1', [id])).toMatch('never deleted');
    expect(await sql('delete from order_events where order_id = $1', [id])).toMatch('append only');
  });
});
