interface PricedCoin {
  /** US dollars for one coin; 0 while unknown. */
  price: number;
  /** In coins. */
  minimumDeposit: number;
}

/** Round amounts worth about 50, 200 and 500 dollars, so that a tap replaces typing; never below the minimum. */
export function presetsFor({ price, minimumDeposit }: PricedCoin): string[] {
  if (price <= 0) return [];
  const amounts = [50, 200, 500].map((usd) => Math.max(nearestRound(usd / price), minimumDeposit));
  return [...new Set(amounts.map(plainText))];
}

const exampleUsd = 2000;
/** A price that moves a little must not lift the example above the limit. */
const margin = 0.9;

/** The amount a calculator starts with: the largest round one without an identity check, else an example. */
export function startingAmount({ price, minimumDeposit }: PricedCoin, limitUsd: number): string {
  if (price <= 0) return plainText(minimumDeposit);
  const usd = limitUsd > 0 ? Math.min(exampleUsd, limitUsd * margin) : exampleUsd;
  return plainText(Math.max(largestRound(usd / price), minimumDeposit));
}

/** One leading digit of 1, 2 or 5: 0.0051 becomes 0.005. For suggestions only; the sale uses the value in the field. */
function nearestRound(value: number): number {
  const { lead, magnitude } = scientific(value);
  return Number(`${lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10}e${magnitude}`);
}

/** The largest round amount that is not above the value: 0.0049 becomes 0.002. */
function largestRound(value: number): number {
  const { lead, magnitude } = scientific(value);
  return Number(`${lead < 2 ? 1 : lead < 5 ? 2 : 5}e${magnitude}`);
}

function scientific(value: number): { lead: number; magnitude: number } {
  const magnitude = Math.floor(Math.log10(value));
  return { lead: value / 10 ** magnitude, magnitude };
}

/** Digits without an exponent: String writes 1e-7. */
function plainText(amount: number): string {
  return amount.toFixed(8).replace(/\.?0+$/, '');
}
