import { randomUUID } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import { setSettings } from '#tests/factories/approvals.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { anOrder } from '#tests/factories/orders.ts';
import { litecoinAddresses } from '#tests/factories/own-addresses.ts';
import { aPaidSale, aStray, twoLitecoin } from '#tests/factories/own-sales.ts';
import { refundCalls } from '#tests/factories/refunds.ts';
import { aSeller, type Seller } from '#tests/factories/sales.ts';
import { openStatements } from '#tests/factories/statements.ts';
import { outcome } from '#tests/setup/calls.ts';
import type { Testbed } from '#tests/setup/testbed.ts';

/** Accounts of our assets: their balance in the book is what they have lost to other accounts. */
const assets = ['coins', 'bank', 'cost'];

/** Sums everything that the entries of an order, its transfers, refunds and payments moved, by unit and account. */
const moveTimes = `
  with transfers as (select transfer_id::text as id from transfer_claims where order_id = $1
      union select id::text from chain_transfers where to_address = (select deposit_address from orders where id = $1)),
    about as (select e.id from book_entries e where e.order_id = $1 or e.subject in (select id from transfers)
      or e.subject in (select id::text from refunds where order_id = $1
        or transfer_id::text in (select id from transfers)))
  select a.unit, a.kind, sum(l.amount) as amount from about e cross join lateral (
    select to_account as account, amount from book_lines where entry_id = e.id
    union all select from_account, -amount from book_lines where entry_id = e.id) l
  join book_accounts a on a.id = l.account group by a.unit, a.kind having sum(l.amount) <> 0`;

/** Describes where the money of an order is in one line: our assets of each unit, and their owners. */
export async function whereMoneyIs({ rows }: Pick<Testbed, 'rows'>, orderId: string): Promise<string> {
  const entryRows = await rows(
    `select unit, kind, trim_scale(case when kind = any($2::text[]) then -amount else amount end)::text as amount
     from (${moveTimes}) m order by unit desc, kind`,
    [orderId, assets],
  );
  const texts = new Set(entryRows.map(({ unit }) => String(unit)));
  return [...texts]
    .map((unit) => {
      const side = (isAsset: boolean) =>
        entryRows
          .filter((row) => row.unit === unit && assets.includes(String(row.kind)) === isAsset)
          .map(({ kind, amount }) => `${String(kind)} ${String(amount)}`)
          .join(' + ') || 'nothing';
      return `${unit}: ${side(true)} = ${side(false)}`;
    })
    .join('; ');
}

/** Records where the money of an order is after each step of its life, for a test to compare as one table. */
export function aWalk(testbed: Pick<Testbed, 'rows'>, orderId: string) {
  const steps: [step: string, where: string][] = [];
  return {
    step: async (name: string) => void steps.push([name, await whereMoneyIs(testbed, orderId)]),
    table: () => {
      const width = Math.max(...steps.map(([name]) => name.length));
      return steps.map(([name, place]) => `${name.padEnd(width)} | ${place || 'nothing'}`).join('\n');
    },
  };
}

const wait = { timeout: 30_000 };

type Calls = ReturnType<typeof openStatements>;

/** Steps of sales and of their coins. */
function livesOf(testbed: Testbed, { reviewer, as, ok }: Calls) {
  const { row, rows } = testbed;
  const untilStage = async (id: string, stage: string) => {
    const stageNow = async () => (await row('select stage from orders where id = $1', [id])).stage;
    await expect.poll(stageNow, wait).toBe(stage);
  };
  /** The transfers to an address that are in blocks. */
  const inBlocks = async (address: string) =>
    (
      await rows(`select id from chain_transfers where to_address = $1 and state in ('included', 'final')`, [address])
    ).map(({ id }) => String(id));
  const untilInBlocks = async (address: string, count: number) => {
    await expect.poll(() => inBlocks(address), wait).toHaveLength(count);
  };

  /** Steps of a sale and of its coins. */
  function aLife(id: string, address: string) {
    const chain = litecoinOf(testbed);
    const walk = aWalk(testbed, id);
    const becomes = async (stage: string, step: string) => {
      await untilStage(id, stage);
      await walk.step(step);
    };
    const leavesBank = async () => {
      chain.reorganise(13, { drop: true });
      await untilInBlocks(address, 0);
    };
    const comesIn = async (amount: string) => {
      chain.pay(address, amount);
      chain.mine(20);
      await untilInBlocks(address, 1);
    };
    const settle = async (action: string, transferIds?: readonly unknown[]) => {
      const decide = async () => {
        const { version } = await row('select version from orders where id = $1', [id]);
        const decision = { action, reason: 'Seen.', version, transferIds };
        return outcome(as(reviewer, 'POST', `transactions/${id}/settlement`, decision));
      };
      await expect.poll(decide, wait).toBe('201');
    };
    const approved = async () =>
      String((await ok(reviewer, 'POST', `transactions/${id}/payout`, { reason: 'Agreed.' })).id);
    const reject = () =>
      ok(reviewer, 'PUT', `transactions/${id}/status`, { status: 'rejected', adminNotes: 'Not theirs.' });
    return { chain, walk, becomes, leaves: leavesBank, comes: comesIn, settle, approved, reject };
  }

  return { inBlocks, untilInBlocks, aLife };
}

/** Payments of payouts and refunds. */
function paymentsOf(testbed: Testbed, { reviewer, payer, ok, release, markSent }: Calls) {
  const { row } = testbed;
  const { confirmAs } = refundCalls(testbed);
  const [wallet = ''] = litecoinAddresses;
  const batchOf = (payoutId: string) =>
    ok(reviewer, 'POST', 'payout-batches', { accountId: null, payoutIds: [payoutId] });
  async function send(payoutId: string) {
    const batch = await batchOf(payoutId);
    expect([await outcome(release(batch)), await outcome(markSent(batch))]).toEqual(['200', '200']);
  }

  /** Sends the coins of a sale's only refund back, with a network fee of 0.001. */
  async function sendBack(id: string, amount = '2') {
    const refund = await row('select id, version from refunds where order_id = $1', [id]);
    const path = `refunds/${String(refund.id)}`;
    const { version } = await ok(reviewer, 'POST', `${path}/approve`, { version: refund.version });
    const transactionHash = litecoinOf(testbed).pay(wallet, amount);
    return ok(payer, 'POST', `${path}/sent`, { transactionHash, networkFee: 0.001, version });
  }
  /** The customer names the address for the returned coins. */
  const nameWallet = ({ id, ada }: { id: string; ada: Seller }) =>
    confirmAs(ada, `transactions/${id}/refund-address`, wallet);

  return { batchOf, send, sendBack, nameWallet };
}

/**
 * Lives of sales of Litecoin, and members' actions on them and on other orders. Payouts of sales are paid by hand,
 * without evidence.
 */
export function openWalks(testbed: Testbed) {
  const { app, database } = testbed;
  const calls = openStatements(testbed);
  const { reviewer, as } = calls;
  const { aLife, ...lifeCalls } = livesOf(testbed, calls);
  beforeEach(() => setSettings(testbed, { rules: { payoutEvidenceRequired: false } }));

  /** A sale of two Litecoin for 190 dollars at an address of its own, whose coins arrived. */
  async function aSale(amounts = ['2'], stage = 'confirmed') {
    const ada = await aSeller(app, database.pool);
    const { id, address } = await aPaidSale(testbed, amounts, { userId: ada.id });
    const life = aLife(id, address);
    await life.becomes(stage, `${amounts.join(' and ')} arrived`);
    return { id, ada, address, ...life };
  }

  /** A sale of two Litecoin for 190 dollars at a shared address. */
  async function aSharedSale() {
    const ada = await aSeller(app, database.pool);
    const address = `ltc1q${randomUUID()}`;
    const id = await anOrder(app.deps, ada, twoLitecoin(address));
    const life = aLife(id, address);
    const assign = async (amount: string) => {
      const { id: transferId } = await aStray(testbed, { amount });
      return outcome(as(reviewer, 'POST', `unmatched/${transferId}/assign`, { orderId: id, reason: 'It is theirs.' }));
    };
    const state = () => as(reviewer, 'PUT', `transactions/${id}/status`, { status: 'completed', reason: 'I saw it.' });
    return { id, ada, address, assign, state, ...life };
  }

  return { ...calls, ...lifeCalls, ...paymentsOf(testbed, calls), aSale, aSharedSale };
}
