import { clsx } from 'clsx';
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '#client/lib/browser/useHydrated.ts';
import {
  formatChange,
  formatCrypto,
  formatDate,
  formatDateTime,
  formatMoney,
  formatRelative,
  formatTime,
  formatUtc,
  type Decimal,
} from '#client/lib/format/format.ts';

interface MoneyProps {
  amount: Decimal;
  currency: string;
  /** The engraved typeface for main amounts; plain tabular digits for rows and running text. */
  strong?: boolean | undefined;
  className?: string | undefined;
}

/** Fiat money: symbol, exact amount, ISO code, left to right in every language. */
export function Money({ amount, currency, strong = false, className }: MoneyProps) {
  return (
    <bdi dir="ltr" className={clsx(strong ? 'money' : 'whitespace-nowrap figures', className)}>
      {formatMoney(amount, currency)}{' '}
      <span className={clsx(strong && 'text-xs font-normal sm:text-sm tracking-normal text-faint')}>{currency}</span>
    </bdi>
  );
}

interface CryptoProps {
  amount: Decimal;
  symbol: string;
  /** The decimals of the coin: all of them are shown, for amounts that must be typed into a wallet. */
  exact?: number | undefined;
  strong?: boolean | undefined;
  className?: string | undefined;
}

/** Shows an amount of a coin with its symbol, never broken into two lines. */
export function Crypto({ amount, symbol, exact, strong = false, className }: CryptoProps) {
  return (
    <bdi dir="ltr" className={clsx(strong ? 'money' : 'whitespace-nowrap figures', className)}>
      {formatCrypto(amount, symbol, { exact })}
    </bdi>
  );
}

/** A 24-hour change: arrow, sign and number, so colour is not the only cue. */
export function Change({ percent, className }: { percent: number; className?: string }) {
  const { t } = useTranslation();
  const Arrow = percent === 0 ? ArrowRight : percent > 0 ? ArrowUpRight : ArrowDownRight;
  return (
    <span
      className={clsx(
        // Its text stands on the line of what is beside it, not its arrow.
        'inline-flex items-baseline gap-1 text-sm font-medium figures',
        percent < 0 ? 'text-rejected' : 'text-completed',
        className,
      )}
    >
      <Arrow className="size-4 self-center" strokeWidth={2} />
      <span className="sr-only">{t('money.change24h')} </span>
      <bdi dir="ltr">{formatChange(percent)}</bdi>
    </span>
  );
}

const shapes = {
  dateTime: formatDateTime,
  date: formatDate,
  time: formatTime,
  relative: (instant: string | Date, _zoned: object) => formatRelative(instant),
};

/** An instant in local time, with UTC in its title. */
export function Time(props: { at: string | Date; shape?: keyof typeof shapes; className?: string }) {
  const { at, shape = 'dateTime', className } = props;
  const timeZone = useTimeZone();
  const iso = typeof at === 'string' ? at : at.toISOString();
  return (
    <time dateTime={iso} title={formatUtc(at)} className={clsx('figures', className)}>
      {shapes[shape](at, { timeZone })}
    </time>
  );
}

interface TradeAmountsProps {
  order: {
    amount: Decimal;
    cryptoSymbol?: string | null | undefined;
    fromCurrency?: string | null | undefined;
    payoutAmount: Decimal;
    payoutCurrency: string;
  };
  className?: string | undefined;
}

/** Both amounts of an order: `0.05 BTC → $1,859.40 USD`. */
export function TradeAmounts({ order, className }: TradeAmountsProps) {
  const { amount, cryptoSymbol, fromCurrency, payoutAmount, payoutCurrency } = order;
  return (
    <span className={clsx('flex flex-wrap gap-x-2', className)}>
      {cryptoSymbol ? (
        <Crypto amount={amount} symbol={cryptoSymbol} />
      ) : (
        <Money amount={amount} currency={fromCurrency ?? ''} />
      )}
      <span aria-hidden="true" className="rtl:-scale-x-100">
        →
      </span>
      <Money amount={payoutAmount} currency={payoutCurrency} />
    </span>
  );
}
