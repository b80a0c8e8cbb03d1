import { dayMs, minuteMs } from '#server/lib/time.ts';
import { decimal, type Decimal } from '#shared/kernel/money.ts';
import { coinById } from '#shared/reference/coins.ts';
import { fxSample } from '#shared/reference/fx-sample.ts';

/** A live coin price older than this is not quoted. */
export const coinStaleAfterMs = 5 * minuteMs;

/** Live currency tables are made once a day and asked for once an hour; a day without an answer is too old to pay by. */
export const fxStaleAfterMs = dayMs;

/** After how long without an answer a live source has stopped. */
export const staleAfterMs = { prices: coinStaleAfterMs, fx: fxStaleAfterMs } as const;

/** Two rounds are never closer than this, however many processes ask or start; the clock starts one each minute. */
export const feedPauseSeconds = 20;
export const fxEverySeconds = 60 * 60;

/** Seen by the screens as "sample rates". */
export const sampleSource = 'sample';

const maxStep = decimal('0.2');
// A currency that lost or won more than this against the shipped table is renamed, redenominated or another one.
const fxPlausibleFactor = decimal('5');

/** Why an offer is held for review instead of being quoted: a step of more than 20 %, or an implausible first value. */
export type HoldReason = 'jump' | 'implausible';

/** `lastGood` is the price held so far from the same source, undefined where there is none. */
export function mustHoldCoin(coinId: string, lastGood: Decimal | undefined, offered: Decimal): HoldReason | undefined {
  if (lastGood) return isJump(lastGood, offered) ? 'jump' : undefined;
  const range = coinById(coinId)?.plausibleUsd;
  return range && (offered.lt(range[0]) || offered.gt(range[1])) ? 'implausible' : undefined;
}

/** The same for units of a currency per US dollar; a first rate is compared with the table that ships with the product. */
export function mustHoldCurrency(
  currency: string,
  lastGood: Decimal | undefined,
  offered: Decimal,
): HoldReason | undefined {
  if (lastGood) return isJump(lastGood, offered) ? 'jump' : undefined;
  const shipped = fxSample[currency];
  if (shipped === undefined) return undefined;
  const tooFar = offered.gt(fxPlausibleFactor.times(shipped)) || offered.times(fxPlausibleFactor).lt(shipped);
  return tooFar ? 'implausible' : undefined;
}

function isJump(lastGood: Decimal, offered: Decimal): boolean {
  return offered.minus(lastGood).abs().gt(lastGood.times(maxStep));
}
