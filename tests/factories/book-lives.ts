import { randomUUID } from 'node:crypto';
import { readOnce } from '#server/features/chains/chains.watcher.ts';
import type { TestApp } from '#tests/setup/app.ts';
import type { Testbed } from '#tests/setup/testbed.ts';
import { anExchangeOf, callsOfStatements, type Answer, type Calls } from './book-lives.statements.ts';
import { litecoinOf } from './deposits.ts';
import { steppedUp } from './members.ts';
import { anOrder } from './orders.ts';
import { litecoinAddresses } from './own-addresses.ts';
import { anOwnSale, twoLitecoin } from './own-sales.ts';
import { inEuro } from './payouts.ts';
import { aSeller } from './sales.ts';
import { openStatements } from './statements.ts';

/**
 * A step: an event on the chain, which is read at once, or a call: a named one, or one that is possible in the current
 * state.
 */
export type Step = { kind: string; pick: number };

const nth = <Item>(items: readonly Item[], pick: number): Item | undefined => items[pick % items.length];
const [wallet = ''] = litecoinAddresses;
const amounts = ['2', '1.5', '2.05', '2.5', '0.4'];
/** Number of blocks that a reorganisation removes: a few, or all that contain the coins of the life. */
const depths = [2, 15, 30, 50];
const teamActions = ['accept', 'take', 'cap', 'all', 'refund', 'take_at_today'];
const choices = ['take', 'accept_rate', 'refund', 'top_up'];
const refundParts = [2, 0.5, 0.3, 0.00002];
const reason = { reason: 'Tried' };

/** The possible calls by the state of a row; each is also tried in other states. */
const fittingStatuses: Readonly<Record<string, readonly string[]>> = {
  'order pending': ['settle', 'settle', 'choose', 'approve', 'complete', 'reject'],
  'order processing': ['settle', 'approve', 'complete', 'reject'],
  'order completed': ['extra', 'reverse', 'refund'],
  'order rejected': ['refund'],
  'order failed': ['refund'],
  'payout due': ['batch', 'batch', 'hold'],
  'payout held': ['resume'],
  'payout batched': ['release', 'release', 'cancelBatch'],
  'payout released': ['markSent', 'markSent', 'withdraw'],
  'payout sent': ['settlePayout', 'return', 'bookOut', 'bookOut', 'bookBack'],
  'payout settled': ['return', 'bookBack'],
  'payout returned': ['again'],
  'refund due unnamed': ['nameAddress', 'nameAddress', 'cancelRefund'],
  'refund due': ['approveRefund', 'approveRefund', 'cancelRefund'],
  'refund approved': ['sendRefund', 'sendRefund', 'resetRefund', 'cancelRefund'],
  'refund sent': ['resetRefund'],
  'transfer open': ['keep', 'refundStray', 'assign'],
  'transfer kept': ['reopen'],
  'exchange pending': ['payIn', 'payIn', 'payIn', 'approveExchange', 'completeExchange', 'rejectExchange'],
  'exchange processing': ['payIn', 'approveExchange', 'completeExchange', 'rejectExchange'],
  'exchange completed': ['payIn', 'reverseExchange'],
  'exchange rejected': ['payIn', 'moneyBack', 'moneyBack'],
  'line matched': ['undoLine'],
};
export const callNames = [...new Set(Object.values(fittingStatuses).flat())];

/** Rows of a life with their states, for the calls to pick from: the orders are `$1`. */
const atAddresses = `t.to_address in (select deposit_address from orders where id = any($1))`;
const selects = {
  order: `select id, status as state from orders where id = any($1) and type = 'sell'
    order by array_position($1, id)`,
  exchange: `select id, status as state from orders where id = any($1) and type <> 'sell'`,
  payout: `select p.id, p.state, p.currency, p.amount::text as amount, o.reference from payouts p
    join orders o on o.id = p.order_id
    where p.order_id = any($1) order by p.kind desc, p.id`,
  line: `select distinct m.line_id as id, 'matched' as state from line_matches m where m.undone_at is null
    and (m.order_id = any($1) or m.payout_id in (select id from payouts where order_id = any($1))) order by 1`,
  batch: `select distinct b.id, b.digest from payout_batches b join payout_attempts a on a.batch_id = b.id
    join payouts p on p.id = a.payout_id where p.order_id = any($1) and b.state in ('prepared', 'released')
    order by b.id`,
  refund: `select r.id, r.version, r.state || case when r.state = 'due' and r.address is null then ' unnamed'
    else '' end as state, r.order_id as "orderId" from refunds r where r.order_id = any($1)
    or r.transfer_id in (select t.id from chain_transfers t where ${atAddresses}) order by r.id`,
  transfer: `select t.id, case when k.id is null then 'open' else 'kept' end as state from chain_transfers t
    left join unmatched_decisions k on k.transfer_id = t.id and k.kind = 'kept' and k.reopened_at is null
    where t.state in ('included', 'final') and ${atAddresses} order by t.id`,
};

type World = {
  testbed: Testbed;
  /** A second process, which serves some of the calls. */
  other: TestApp;
  reviewer: { token: string };
  payer: { token: string };
  statements: ReturnType<typeof openStatements>;
};

/**
 * Two sales of one customer, one at an own address, possibly after its rate had ended, and one at a shared address paid
 * in euros; and an exchange of euros.
 */
async function aLifeIn(world: World, isExpired: boolean) {
  const { testbed } = world;
  const ada = await aSeller(testbed.app, testbed.database.pool);
  const ownSale = await anOwnSale(testbed, { userId: ada.id, expired: isExpired });
  const address = `ltc1q${randomUUID()}`;
  const { paymentDetails } = inEuro();
  const terms = { ...twoLitecoin(address, { currency: 'EUR' }), paymentDetails };
  const sales = [ownSale, { id: await anOrder(testbed.app.deps, ada, terms), address }];
  const exchange = await anExchangeOf(testbed, ada);
  const orderIds = [...sales, exchange].map(({ id }) => id);
  const list = (name: keyof typeof selects) => testbed.rows(selects[name], [orderIds]);
  /** One of the rows; a made-up row if there is none. */
  const pickRow = async (name: keyof typeof selects, pick: number) =>
    nth(await list(name), pick) ?? { id: randomUUID(), version: 1, orderId: null, digest: '' };
  const call = async (member: { token: string }, method: string, path: string, body: object, app = testbed.app) => {
    const headers = await steppedUp(testbed.app.deps, member.token);
    return app.call(method, `/api/${path}`, { token: member.token, headers, ...body });
  };
  const post = (member: { token: string }, path: string, json: object, app?: TestApp) =>
    call(member, 'POST', `admin/${path}`, { json }, app);
  const sale = (pick: number) => nth(sales, pick) ?? ownSale;
  return { ...world, ada, sales, exchange, orderIds, list, some: pickRow, call, post, sale };
}
type LifeIn = Awaited<ReturnType<typeof aLifeIn>>;

function callsOfSales({ testbed, other, reviewer, ada, orderIds, call, post, sale }: LifeIn): Calls {
  const decide = (pick: number, json: object) =>
    call(reviewer, 'PUT', `admin/transactions/${sale(pick).id}/status`, { json });
  return {
    settle: async (pick) => {
      const { id } = sale(pick);
      const { version } = await testbed.row('select version from orders where id = $1', [id]);
      const namedRows = pick % 2 === 1 ? await testbed.rows(selects.transfer, [[id]]) : [];
      const transferIds = namedRows.length > 0 ? namedRows.map((transfer) => transfer.id) : undefined;
      const json = { action: nth(teamActions, pick >> 1), ...reason, version, transferIds };
      return post(reviewer, `transactions/${id}/settlement`, json);
    },
    choose: (pick) =>
      call(ada, 'POST', `transactions/${orderIds[0] ?? ''}/choice`, { json: { choice: nth(choices, pick >> 1) } }),
    approve: (pick) => post(reviewer, `transactions/${sale(pick).id}/payout`, reason),
    complete: (pick) => decide(pick, { status: 'completed', ...reason }),
    reject: (pick) => decide(pick, { status: 'rejected', adminNotes: 'No.' }),
    extra: (pick) =>
      post(reviewer, `transactions/${sale(pick).id}/payout`, { kind: 'extra', amount: '5.00', note: 'Owed' }),
    reverse: (pick) => {
      const form = { kind: 'reversal', note: 'Sent back', transactionId: `R-${randomUUID()}` };
      return call(reviewer, 'POST', `admin/transactions/${sale(pick).id}/amendments`, { form }, other);
    },
  };
}

function callsOfPayouts({ other, reviewer, payer, statements, list, some, call, post }: LifeIn): Calls {
  const ofPayout = (member: { token: string }, verb: string, json: object) => async (pick: number) =>
    post(member, `payouts/${String((await some('payout', pick)).id)}/${verb}`, json, other);
  const ofBatch = (verb: string) => async (pick: number) => {
    const { id, digest } = await some('batch', pick);
    const json = { release: { digest }, withdraw: reason, sent: {} }[verb] ?? {};
    // A release asks the node, which only the first process has.
    return post(payer, `payout-batches/${String(id)}/${verb}`, json, verb === 'release' ? undefined : other);
  };
  return {
    batch: async (pick) => {
      const duePayouts = (await list('payout')).filter(({ state }) => state === 'due');
      const currency = nth(duePayouts, pick)?.currency;
      const ids = duePayouts.filter((payout) => payout.currency === currency).map(({ id }) => id);
      const accountId = currency === 'EUR' ? statements.account.id : null;
      return post(reviewer, 'payout-batches', { accountId, payoutIds: ids.slice(ids.length > 1 ? pick % 2 : 0) });
    },
    cancelBatch: async (pick) =>
      call(reviewer, 'DELETE', `admin/payout-batches/${String((await some('batch', pick)).id)}`, {}, other),
    release: ofBatch('release'),
    withdraw: ofBatch('withdraw'),
    markSent: ofBatch('sent'),
    hold: ofPayout(reviewer, 'hold', reason),
    resume: ofPayout(reviewer, 'resume', reason),
    settlePayout: ofPayout(payer, 'settle', reason),
    return: ofPayout(payer, 'return', { reason: 'name', note: 'Name', askCustomer: false }),
    again: ofPayout(reviewer, 'again', reason),
  };
}

function callsOfCoins(life: LifeIn): Calls {
  const { other, reviewer, payer, ada, some, post, sale } = life;
  const ofRefund = (member: { token: string }, verb: string, fieldsOf: () => object) => async (pick: number) => {
    const { id, version } = await some('refund', pick);
    return post(member, `refunds/${String(id)}/${verb}`, { ...fieldsOf(), version }, other);
  };
  const ofTransfer = (verb: string, json: (pick: number) => object, app?: TestApp) => async (pick: number) =>
    post(reviewer, `unmatched/${String((await some('transfer', pick)).id)}/${verb}`, { ...reason, ...json(pick) }, app);
  const hash = () => randomUUID().replaceAll('-', '').repeat(2);
  return {
    refund: (pick) =>
      post(reviewer, 'refunds', { orderId: sale(pick).id, amount: nth(refundParts, pick >> 1), ...reason }, other),
    nameAddress: async (pick) => nameAddress(life, await some('refund', pick)),
    approveRefund: ofRefund(reviewer, 'approve', () => ({})),
    sendRefund: ofRefund(payer, 'sent', () => ({ transactionHash: hash(), networkFee: 0.001 })),
    resetRefund: ofRefund(reviewer, 'reset', () => reason),
    cancelRefund: ofRefund(reviewer, 'cancel', () => reason),
    keep: ofTransfer('keep', () => ({}), other),
    reopen: ofTransfer('reopen', () => ({}), other),
    refundStray: ofTransfer('refund', () => ({ userId: ada.id }), other),
    assign: ofTransfer('assign', (pick) => ({ orderId: sale(pick >> 1).id })),
  };
}

/** The customer names the address of a waiting refund, with the mailed code. */
async function nameAddress({ testbed, ada, call }: LifeIn, refund: Record<string, unknown>): Promise<Answer> {
  const path =
    typeof refund.orderId === 'string'
      ? `transactions/${refund.orderId}/refund-address`
      : `refunds/${String(refund.id)}/address`;
  const response = await call(ada, 'POST', path, { json: { address: wallet } });
  const code = (await testbed.mailbox.of('refund_code', ada.email)).at(-1)?.code;
  return response.status === 200 ? call(ada, 'POST', path, { json: { address: wallet, code } }) : response;
}

/** Moves of the simulated chain. */
function movesOf(chain: ReturnType<typeof litecoinOf>, { sale }: LifeIn): Record<string, (pick: number) => unknown> {
  return {
    pay: (pick) => chain.pay(sale(pick).address, nth(amounts, pick >> 1) ?? '2'),
    payTwice: (pick) => chain.pay(sale(pick).address, '1', '1'),
    payDust: (pick) => chain.pay(sale(pick).address, '0.00002'),
    mine: () => chain.mine(1),
    finish: () => chain.mine(13),
    reorganise: (pick) => chain.reorganise(nth(depths, pick) ?? 1),
    drop: (pick) => chain.reorganise(nth(depths, pick) ?? 1, { drop: true }),
  };
}
export const chainMoves = ['pay', 'pay', 'payTwice', 'payDust', 'mine', 'finish', 'finish', 'reorganise', 'drop'];

/** The lives of sales and of an exchange: `take` takes a step, or two at once, and returns the failures as text. */
export function openLives(testbed: Testbed, testApp: TestApp) {
  const statements = openStatements(testbed);
  const { reviewer, payer } = statements;
  const world = { testbed, other: testApp, reviewer, payer, statements };

  return async (isExpired: boolean) => {
    const life = await aLifeIn(world, isExpired);
    const calls = { ...callsOfSales(life), ...callsOfPayouts(life), ...callsOfCoins(life), ...callsOfStatements(life) };
    const chain = litecoinOf(testbed);
    const moves = movesOf(chain, life);

    /** A call that is possible on one of the rows in its current state. */
    async function fitStep(pick: number): Promise<Step> {
      const rows = await Promise.all(
        (['order', 'exchange', 'payout', 'refund', 'transfer', 'line'] as const).map(async (name) =>
          (await life.list(name)).flatMap(({ state }, index) =>
            (fittingStatuses[`${name} ${String(state)}`] ?? []).map((kind) => ({ kind, at: index })),
          ),
        ),
      );
      const { kind, at } = nth(rows.flat(), pick) ?? { kind: 'approve', at: 0 };
      const isBatch = ['release', 'withdraw', 'markSent', 'cancelBatch'].includes(kind);
      // The lowest bit picks the sale, and the others its course.
      return { kind, pick: isBatch ? 0 : kind === 'assign' ? at : at + 2 * pick };
    }
    async function step({ kind, pick }: Step): Promise<string[]> {
      const move = moves[kind];
      if (move) {
        move(pick);
        // The product's own reader may run at the same time.
        while (!(await readOnce(testbed.app.deps, 'litecoin', chain.reader)));
        return [];
      }
      const { status, body } = (await calls[kind]?.(pick)) ?? { status: 500, body: { kind } };
      return status < 500 ? [] : [`${kind} ${pick}: ${status} ${JSON.stringify(body)}`];
    }
    const take = async (...steps: readonly Step[]) => {
      const namedSteps = await Promise.all(
        steps.map(async (lifeStep) => (lifeStep.kind === 'fit' ? fitStep(lifeStep.pick) : lifeStep)),
      );
      return { named: namedSteps, failed: (await Promise.all(namedSteps.map(step))).flat() };
    };
    return { orderIds: life.orderIds, take };
  };
}
