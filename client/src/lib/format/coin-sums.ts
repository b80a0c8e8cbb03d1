import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { coinById } from '#shared/reference/coins.ts';
import { formatCrypto, formatMoneyText } from './format.ts';

interface CoinRow {
  cryptoId: string;
  amount: number;
  valueUsd: number | null;
}

const sumOf = (amounts: readonly number[]): string =>
  toText(amounts.reduce((total, amount) => total.plus(decimal(String(amount))), zero));

/** The sum of each coin and, if every row has a price, what they are worth: `1.2 LTC + 3 XRP ≈ $180.28 USD`. */
export function coinSums(rows: readonly CoinRow[]): string {
  const coins = [...new Set(rows.map(({ cryptoId }) => cryptoId))];
  const sums = coins.map((coin) => {
    const amounts = rows.filter(({ cryptoId }) => cryptoId === coin).map(({ amount }) => amount);
    return formatCrypto(sumOf(amounts), coinById(coin)?.symbol ?? coin);
  });
  const values = rows.flatMap(({ valueUsd }) => valueUsd ?? []);
  const coinText = sums.join(' + ');
  // One sum of two kinds: joined by a comma they would read as two.
  return values.length === rows.length ? `${coinText} ≈ ${formatMoneyText(sumOf(values), 'USD')}` : coinText;
}
