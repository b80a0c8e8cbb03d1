import { useTranslation } from 'react-i18next';
import { amountText } from '../books.text.ts';

interface DifferenceTextProps {
  name: string;
  /** The side that is compared with the book. */
  of: 'bank' | 'chain';
  /** Negative if that side has less. */
  amount: string;
  unit: string;
}

/** Says on which side of a difference there is less: a sign alone would leave that open. */
export function DifferenceText({ name, of, amount, unit }: DifferenceTextProps) {
  const { t } = useTranslation('books.admin');
  const values = { amount: amountText(amount.replace('-', ''), unit) };
  return (
    <>
      <b className="font-semibold">
        <bdi>{name}</bdi>:
      </b>{' '}
      {t(`reconciliation.${of}${amount.startsWith('-') ? 'Less' : 'More'}`, values)}
    </>
  );
}
