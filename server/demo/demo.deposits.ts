import { randomBytes } from 'node:crypto';
import { transferOf } from '#server/adapters/chains/chain.ts';
import type { Composition } from '#server/compose.ts';
import type { Tx } from '#server/db/connection.ts';
import { storeTransfers } from '#server/features/chains/chains.arrivals.service.ts';
import { listBlocks } from '#server/features/chains/chains.blocks.queries.ts';
import { markFinal } from '#server/features/chains/chains.queries.ts';
import { createSource } from '#server/features/deposit-sources/deposit-sources.actions.service.ts';
import { openPaidSales } from '#server/features/deposits/deposits.service.ts';
import { approveRefund, markRefundSent } from '#server/features/refunds/refunds.actions.service.ts';
import { confirm, lockWithOrder, requireState, setAddress } from '#server/features/refunds/refunds.moves.service.ts';
import type { RefundRow } from '#server/features/refunds/refunds.queries.ts';
import { listRefundsOf } from '#server/features/refunds/refunds.service.ts';
import { findLease } from '#server/features/sell/sell.opening.service.ts';
import { createSellQuote, listQuotes } from '#server/features/sell/sell.service.ts';
import { choose } from '#server/features/settlements/settlements.choices.service.ts';
import { settleChains, settleOrder } from '#server/features/settlements/settlements.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf } from '#shared/kernel/money.ts';
import { dayMinutes } from '#shared/reference/units-of-time.ts';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import { actorOf, withClockBack, idempotencyOf, ownerActor, type DemoCustomer } from './demo.activity.ts';
import { demoPayee } from './demo.profiles.ts';

const chain = 'litecoin';
/** Account key of a public mnemonic: nothing of the demonstration receives anything. */
const xpub =
  'zpub6rPo5mF47z5coVm5rvWv7fv181awb7Vckn5Cf3xQXBVKu18kuBHDhNi1Jrb4br6vVD3ZbrnXemEsWJoR18mZwkUdzwD8TQnHDUCGxqZ6swA';
const lastSix = 'ys0hsh';
const walletOfCustomer = 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez';
const soldAmount = '3';
/** Number of blocks, more than any coin waits for. */
const depth = 20;

/**
 * Makes a sale at an own address in each state that asks for a step of the customer or the team, through the real
 * services. Three customers share the open ones: a customer has at most three at a time.
 */
export async function seedDeposits(
  deps: Composition,
  [first, second, , fourth]: readonly DemoCustomer[],
): Promise<void> {
  if (!first || !second || !fourth) throw new Error('There is nobody to sell');
  const owner = await ownerActor(deps);
  const customer = actorOf(first.id, first.email);
  const actor = actorOf(second.id, second.email);
  const depsWithoutCooloff = { ...deps, env: { ...deps.env, walletCooloffHours: 0 } };
  const source = { kind: 'xpub', cryptoId: chain, xpub, lastSix, whenEmpty: 'shared' } as const;
  await createSource(depsWithoutCooloff, owner, source, idempotencyOf(deps));
  const sell = () => quoteOf(deps, customer, first, 0);
  const returnedQuote = await sell();
  // Sells at the shared address, because the chain was not read yet.
  if (!returnedQuote?.isOwn) return;
  const sendBack = async (at: Composition, quote: SellQuoteView | undefined) => {
    const id = await refundOf(at, customer, quote);
    const target = { address: walletOfCustomer, tag: null };
    await withRefund(at, id, (tx, row) => setAddress(tx, customer, requireState(row, 'due'), target, at.now()));
    await approveRefund.carryOut(at, owner, { params: { id }, body: { version: 2 } });
    const transactionHash = randomBytes(32).toString('hex');
    await markRefundSent.carryOut(at, owner, { params: { id }, body: { version: 3, transactionHash } });
    return id;
  };
  await sendBack(deps, returnedQuote);
  // A time so long ago that its chain is not asked about the refund any more.
  const earlierDeps = withClockBack(deps, 9 * dayMinutes);
  const paidOrder = await sendBack(earlierDeps, await quoteOf(earlierDeps, customer, first, 0));
  await withRefund(earlierDeps, paidOrder, (tx, row) =>
    confirm(tx, 'system', requireState(row, 'sent'), {}, earlierDeps.now()),
  );
  const question = await sell();
  const shortQuote = await sell();
  if (!question || !shortQuote) throw new Error('The quotes were not made');
  await pay(deps, question, '3.9');
  await pay(deps, shortQuote, '1.8');
  await refundOf(deps, customer, await sell());
  // Its coins arrive an hour after its locked rate expired. Nothing was returned from this account: the sale matches.
  const lateQuote = await quoteOf(withClockBack(deps, 75), actorOf(fourth.id, fourth.email), fourth, 3);
  if (lateQuote) await pay(deps, lateQuote, soldAmount);
  // Pays the quote again, although it was sent back.
  await pay(deps, returnedQuote, '0.7');
  await quoteOf(deps, actor, second, 1);
}

/** A sale to the customer's own account, as saved under their place in the list. */
async function quoteOf(
  deps: Composition,
  customer: Actor,
  { profile }: DemoCustomer,
  customerIndex: number,
): Promise<SellQuoteView | undefined> {
  const paymentDetails = demoPayee(profile, customerIndex);
  const terms = { cryptoId: chain, cryptoAmount: soldAmount, targetCurrency: profile.currency, paymentDetails };
  await createSellQuote(deps, customer, terms, idempotencyOf(deps));
  return (await listQuotes(deps, customer))[0];
}

/** A transfer of the customer with as many confirmations as any chain requires, and the moves that follow from it. */
async function pay(deps: Composition, { deposit }: SellQuoteView, amount: string): Promise<void> {
  await deps.inTx(async (tx) => {
    const [block] = await listBlocks(tx, { chain, limit: 1 });
    if (!block) throw new Error('The chain was not read');
    const txHash = randomBytes(32).toString('hex');
    const minedBlock = { ...block, height: block.height - depth };
    const paidTransfer = {
      txHash,
      coinId: chain,
      to: deposit.address,
      amount: amountOf('coin', amount, chain),
      block: minedBlock,
    };
    await storeTransfers(tx, chain, [transferOf(paidTransfer)], deps.now());
    await markFinal(tx, { chain, height: block.height });
  });
  await openPaidSales(deps, chain);
  await settleChains(deps, [chain]);
}

async function withRefund(
  deps: Composition,
  id: Id<'refund'>,
  move: (tx: Tx, row: RefundRow) => Promise<unknown>,
): Promise<void> {
  await deps.inTx(async (tx) => {
    const { row } = (await lockWithOrder(tx, id)) ?? {};
    if (row) await move(tx, row);
  });
}

/** A sale that received too little, and whose customer wants it back. */
async function refundOf(deps: Composition, customer: Actor, quote: SellQuoteView | undefined): Promise<Id<'refund'>> {
  if (!quote) throw new Error('The quote was not made');
  await pay(deps, quote, '1.2');
  const lease = await findLease(deps.db, { userId: customer.userId, quoteId: quote.quoteId });
  const id = lease?.orderId ?? '';
  await deps.inTx(async (tx) => {
    // The product reads the chain meanwhile, by the clock of today: a question of nine days ago it has given to the
    // team.
    await settleOrder(tx, deps, id);
    await choose(tx, deps, customer, { id, at: deps.now() }, { choice: 'refund' });
  });
  const [refund] = await listRefundsOf(deps, id);
  if (!refund) throw new Error('The refund was not made');
  return refund.id;
}
