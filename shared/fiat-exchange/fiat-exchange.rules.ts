import {
  amountOf,
  convert,
  convertBack,
  decimal,
  round,
  unitOf,
  unnamedAmount,
  type Amount,
  type Decimal,
  type Rate,
  type Unit,
} from '#shared/kernel/money.ts';

/** Returns amount x rate, rounded down to the minor unit of the currency received: a customer is never paid more. */
export function convertAmount(
  amount: Amount<'sent'>,
  rate: Rate<'sent', 'payout'>,
  minorUnits: number,
): Amount<'payout'> {
  return round(convert(amount, rate), unitOf('payout', minorUnits), 'down');
}

/** The smallest amount, in minor units of the currency sent, that buys at least the wanted amount. */
export function amountToBuy(
  output: Amount<'payout'>,
  rate: Rate<'sent', 'payout'>,
  sentUnit: Unit<'sent'>,
  minorUnits: number,
): Amount<'sent'> {
  const lowerBound = round(convertBack(output, rate), sentUnit, 'down');
  if (convertAmount(lowerBound, rate, minorUnits).gte(output)) return lowerBound;
  return lowerBound.plus(amountOf('sent', decimal('10').pow(-sentUnit.decimals)));
}

/** True where two amounts in the payout currency differ by more than its smallest unit. */
export function differsByMoreThanAUnit(a: Amount<'payout'>, b: Amount<'payout'>, minorUnits: number): boolean {
  return a
    .minus(b)
    .abs()
    .gt(unnamedAmount('payout', decimal('10').pow(-minorUnits)));
}

/** Distance of a round trip from its start in per cent; above zero the operator loses. Four decimals. */
export function inverseGapPercent(rate: Decimal, inverseRate: Decimal): Decimal {
  return round(rate.times(inverseRate).minus('1').times('100'), { decimals: 4 }, 'half-up');
}

const alarming = decimal('5');

/** True if a gap or a change of this many per cent, up or down, is most likely a typing error. */
export function isAlarming(percent: Decimal): boolean {
  return percent.abs().gt(alarming);
}

const toBeConfirmed = decimal('20');

/** True if a change of this many per cent, up or down, has to be confirmed first. */
export function needsConfirmation(percent: Decimal): boolean {
  return percent.abs().gt(toBeConfirmed);
}

/** The initial currencies, in their order. */
export const defaultCurrencies = ['USD', 'PHP', 'NGN', 'HKD'] as const;

/** Change of a rate in per cent of its earlier value; two decimals. */
export function changePercent(from: Decimal, to: Decimal): Decimal {
  return round(to.minus(from).div(from).times('100'), { decimals: 2 }, 'half-up');
}
