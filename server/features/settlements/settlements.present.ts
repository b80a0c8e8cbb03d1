import { createHash } from 'node:crypto';
import { onWire } from '#server/lib/wire.ts';
import type { DepositChoices } from '#shared/deposits/deposits.contract.ts';
import { inTimeUntil } from '#shared/deposits/deposits.terms.ts';
import { decimal, toText, toWire } from '#shared/kernel/money.ts';
import type { SettlementView } from '#shared/orders/orders.settlement.ts';
import { choiceUntil, countedOf, customerChoices, type CustomerChoice } from '#shared/settlements/settlement.ts';
import type { SettlementState } from '#shared/settlements/settlements.contract.ts';
import type { Computed } from './settlements.compute.service.ts';
import type { SettlementRow } from './settlements.queries.ts';

export const presentSettlement = (row: SettlementRow): SettlementView =>
  onWire(row, 'received', 'paidFor', 'rest', 'rate', 'gross', 'feePercent', 'fee', 'net');

/** The choices that are the customer's now: only once nothing that arrived can change. */
export function choicesOf({ settlement, isFinal, live, sale }: Computed): readonly CustomerChoice[] {
  if (settlement.asks !== 'customer' || !isFinal || live || sale.stage !== 'short') return [];
  return customerChoices.filter((choice) => settlement.choices.includes(choice));
}

/** What taking what arrived, or accepting the rate, comes to. It names the state it was made of: another arrival ends it. */
export function offerOf(computed: Computed): DepositChoices['offer'] {
  const { settlement, sale, transfers, terms, policy } = computed;
  const choices = choicesOf(computed);
  const until = choiceUntil(countedOf(terms, transfers), policy);
  if (!until || !choices.some((choice) => choice === 'take' || choice === 'accept_rate')) return null;
  const figures = [sale.id, settlement.received, settlement.net].map((one) =>
    typeof one === 'string' ? one : toText(one),
  );
  return {
    offerId: createHash('sha256').update(figures.join(' ')).digest('hex').slice(0, 32),
    netAmount: toWire(settlement.net),
    currency: sale.currency,
    promisedNet: toWire(decimal(sale.promisedNet)),
    validUntil: until.toISOString(),
  };
}

/** What the team sees: what the rules come to, what was settled, and the transfers. */
export function presentState(computed: Computed): SettlementState {
  const { settlement, live, history, rows, transfers, terms, policy, twoFit, isFinal } = computed;
  const until = inTimeUntil(terms, countedOf(terms, transfers), policy);
  const { parts, asks, outcome, choices: _, ...amounts } = settlement;
  const figures = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, toWire(value)]));
  return {
    computed: {
      ...(figures as Record<keyof typeof amounts, number>),
      outcome,
      parts: parts.map(({ amount, rate, kind }) => ({ amount: toWire(amount), rate: toWire(rate), kind })),
      asks: twoFit && asks === 'nobody' ? 'desk' : asks,
      choices: isFinal ? [...teamChoices(computed), ...choicesOf(computed)] : [],
    },
    live: live ? presentSettlement(live) : null,
    history: history.filter(({ voidedAt }) => voidedAt !== null).map(presentSettlement),
    transfers: transfers.map(({ id, amount, state, firstSeenAt, isFinal: isDeep, rateThen }, index) => ({
      id,
      txHash: rows[index]?.txHash ?? '',
      outIndex: rows[index]?.outIndex ?? 0,
      amount: toWire(amount),
      state,
      seenAt: firstSeenAt.toISOString(),
      isFinal: isDeep,
      isLate: firstSeenAt > until,
      rateThen: rateThen && toWire(rateThen),
    })),
  };
}

/** The actions of the team: what the rules leave to it, and a transfer that another sale fits as well. */
export function teamChoices({ settlement, twoFit, live }: Computed) {
  if (settlement.asks === 'desk') return settlement.choices;
  return twoFit && !live && settlement.asks === 'nobody' ? (['accept', 'refund'] as const) : [];
}
