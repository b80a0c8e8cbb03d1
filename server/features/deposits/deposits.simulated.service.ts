import type { ChainControls, ChainOutput } from '#server/adapters/chains/chain.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { nameTransaction } from '#server/features/orders/decide/orders.hash.service.ts';
import { findAnyQuote } from '#server/features/sell/sell.opening.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { FollowedDeposit, Play } from '#shared/deposits/deposits.contract.ts';
import type { Verdict } from '#shared/deposits/verdict.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, decimal } from '#shared/kernel/money.ts';
import { chainOfCoin } from '#shared/reference/chains.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { ownQuoteDeposit } from './deposits.following.service.ts';
import { tryTransactionSearch } from './deposits.outputs.service.ts';
import type { DepositsDeps } from './deposits.ports.ts';
import { openVerdict, verdictOn, type SaleVerdict } from './deposits.verdict.service.ts';

/**
 * Simulates a transfer of the customer of an open sale, on a chain in memory, and names its hash as the customer would.
 * Refuses with already_decided, own_case, and with not_found as if there were no such path, if the chain is not
 * simulated.
 */
export async function playTransfer(
  deps: DepositsDeps,
  actor: Actor,
  orderId: Id<'order'>,
  play: Play,
): Promise<Verdict> {
  const currentVerdict = await verdictOn(deps, deps.db, orderId);
  if (!currentVerdict) throw new NotFound('order_not_found');
  const { userId, coinId, address, tag, quotedAt, createdAt, ...sale } = currentVerdict.sale;
  assertNotOwnCase(actor, userId);
  const controls = controlsOf(deps, coinId);
  if (play === 'block') {
    mineByHand(controls);
    return openVerdict(deps, orderId);
  }
  if (play !== 'reorganised' || !removeBlocks(controls, currentVerdict)) {
    const agreedAmount = amountOf('coin', sale.amount, coinId);
    const valueUsd = amountOf('usd', sale.valueUsd);
    const amount = play === 'less' ? agreedAmount.times(decimal('0.8')) : agreedAmount;
    const payment = { to: address, tag, coinId, amount, play, shownAt: quotedAt ?? createdAt };
    const hash = await pay(deps, controls, payment);
    if (play === 'late') controls.mine();
    // The transfer is in no block yet, and is dropped before it gets into one.
    if (play === 'reorganised') controls.drop(hash);
    const transactionName = { orderId, userId, coinId, hash, address, tag, amount: agreedAmount, valueUsd };
    await deps.inTx((tx) => nameTransaction(tx, deps, actor, transactionName));
    deps.orders.bump(userId);
  }
  await deps.inTx((tx) => recordAudit(tx, actor, 'deposit.played', { type: 'transaction', id: orderId }, { play }));
  return openVerdict(deps, orderId);
}

/** Stops mining by itself for a while: a member who mines by hand wants to see each block. */
function mineByHand(controls: ChainControls): void {
  controls.hold();
  controls.mine();
}

/** Production has no simulated chain; it is refused here as well. */
function controlsOf({ env, chainReaders }: Pick<DepositsDeps, 'env' | 'chainReaders'>, coinId: string): ChainControls {
  const chain = chainOfCoin(coinId);
  const controls = chain && chainReaders.get(chain)?.source.controls;
  if (!controls || env.production) throw new NotFound('page_not_found');
  return controls;
}

/** Replaces the blocks from the one that holds the deposit on; false while no block holds it. */
function removeBlocks(controls: ChainControls, { verdict }: SaleVerdict): boolean {
  const depths = verdict.transfers.map(({ confirmations }) => confirmations).filter((depth) => depth > 0);
  if (depths.length === 0) return false;
  controls.reorganise(Math.max(...depths), { drop: true });
  return true;
}

type Payment = ChainOutput & { play: Play | 'more'; shownAt: Date };

/** Sends a transfer of this kind, and looks it up; a late one is in a block of an hour after its address was shown. */
async function pay(
  deps: DepositsDeps,
  controls: ChainControls,
  { play, shownAt, coinId, ...output }: Payment,
): Promise<string> {
  const hash = controls.pay([{ ...output, coinId: play === 'wrong_token' ? 'token:simulated' : coinId }]);
  if (play === 'late') controls.mine(1, new Date(shownAt.getTime() + hourMs));
  await tryTransactionSearch(deps, { coinId, addresses: [output.to] }, hash);
  return hash;
}

/**
 * Simulates a transfer to the address of one quote, on a chain in memory. Refuses with own_case, and with not_found as
 * if there were no such path, if the chain is not simulated or the quote shows no own address.
 */
export async function playQuote(
  deps: DepositsDeps,
  actor: Actor,
  quoteId: Id<'quote'>,
  { play, amount: chosenAmount }: { play: Play | 'more'; amount?: string | undefined },
): Promise<FollowedDeposit> {
  const anyQuote = await findAnyQuote(deps.db, { id: quoteId });
  if (!anyQuote?.quote.leaseId) throw new NotFound('quote_not_found');
  const { userId, cryptoId: coinId, deposit, amount: agreedAmount, expiresAt } = anyQuote.quote;
  assertNotOwnCase(actor, userId);
  const controls = controlsOf(deps, coinId);
  if (play === 'block') mineByHand(controls);
  else if (play === 'reorganised') controls.reorganise(1, { drop: true });
  else {
    const share = { exact: '1', late: '1', wrong_token: '1', less: '0.6', more: '1.25' }[play];
    const amount = chosenAmount ? amountOf('coin', chosenAmount, coinId) : agreedAmount.times(decimal(share));
    await pay(deps, controls, { to: deposit.address, tag: deposit.memo, coinId, amount, play, shownAt: expiresAt });
  }
  await deps.inTx((tx) => recordAudit(tx, actor, 'deposit.played', { type: 'sell_quote', id: quoteId }, { play }));
  return ownQuoteDeposit(deps, { userId }, quoteId);
}
