import { useTranslation } from 'react-i18next';
import { Crypto, Money } from '#client/ui/data/Money.tsx';
import { isCurrency, symbolOf } from './books.text.ts';

interface UnitAmountProps {
  amount: string;
  unit: string;
  strong?: boolean;
  className?: string;
}

/** An amount of a coin or a currency. */
export function UnitAmount({ amount, unit, ...style }: UnitAmountProps) {
  return isCurrency(unit) ? (
    <Money amount={amount} currency={unit} {...style} />
  ) : (
    <Crypto amount={amount} symbol={symbolOf(unit)} {...style} />
  );
}

/** Shows dollars, or that the sum is unknown: a rate or a price that it needs is missing. */
export function KnownUsd({ amount, className }: { amount: string | null; className?: string | undefined }) {
  const { t } = useTranslation('books.admin');
  if (amount === null) return <span className="whitespace-nowrap text-pending">{t('profit.notKnown')}</span>;
  return <Money amount={amount} currency="USD" className={className} />;
}

/** Shows dollars, or that a rate is missing. */
export function Usd({ amount, className }: { amount: string | null; className?: string | undefined }) {
  const { t } = useTranslation('books.admin');
  if (amount === null) return <span className="whitespace-nowrap text-pending">{t('noRate')}</span>;
  return <Money amount={amount} currency="USD" className={className} />;
}
