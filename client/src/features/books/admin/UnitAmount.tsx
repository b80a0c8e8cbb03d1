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
