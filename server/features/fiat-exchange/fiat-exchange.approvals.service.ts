import type { Tx } from '#server/db/connection.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Approval, PendingApproval } from '#server/http/four-eyes.ts';
import type { Platform } from '#server/platform.ts';
import { changePercent } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import { decimal, toText } from '#shared/kernel/money.ts';
import { lastRates, type RateRow } from './fiat-exchange.queries.ts';

type Wanted = {
  fromCurrency: string;
  toCurrency: string;
  exchangeRate: string;
  isActive?: boolean | undefined;
  confirm?: boolean | undefined;
};
type Jump = { before?: RateRow; wanted: Wanted; approval: Approval | undefined };

/**
 * Asks for a second member where a rate moves further from that of a day ago than the rule allows. A pair that was removed
 * is measured against its last rate; a pair that never had one has nothing to be far from.
 */
export async function askIfFar(
  tx: Tx,
  { fourEyes }: Pick<Platform, 'fourEyes'>,
  actor: Actor,
  { before, wanted, approval }: Jump,
): Promise<PendingApproval | undefined> {
  const limit = fourEyes.rules.rateOverPercent;
  if (limit === null && !approval) return undefined;
  const { fromCurrency, toCurrency, exchangeRate } = wanted;
  const { dayAgo, removed } = await lastRates(tx, fromCurrency, toCurrency);
  const from = dayAgo ?? before?.exchangeRate ?? removed;
  const percent = from === null || from === undefined ? null : changePercent(decimal(from), decimal(exchangeRate));
  const isFar = percent !== null && limit !== null && percent.abs().gt(decimal(String(limit)));
  if (!isFar && !approval) return undefined;
  const pair = `${fromCurrency}-${toCurrency}`;
  const request = {
    kind: 'rate',
    subjectId: before?.id ?? pair,
    facts: {
      pair,
      rateBefore: before ? toText(decimal(before.exchangeRate)) : null,
      rateDayAgo: from === null || from === undefined ? null : toText(decimal(from)),
      rate: toText(decimal(exchangeRate)),
      percent: percent === null ? null : toText(percent),
    },
    input: wanted,
    state: before ? `${before.updatedAt.toISOString()} ${before.isActive}` : '',
  } as const;
  return fourEyes.pass(tx, actor, request, approval);
}
