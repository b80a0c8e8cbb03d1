import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent, formatRate } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows, Slip, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import type { AdminOffer } from '../offers.queries.ts';

interface OfferSlipProps {
  /** Rosette seed. */
  seed: string;
  label: string;
  symbol: string;
  currency: string;
  terms: Pick<AdminOffer['terms'], 'rate' | 'net' | 'fee' | 'feePercent'>;
  refreshing?: boolean;
  /** Rows above the rate; `children` are below the fee. */
  before?: ReactNode;
  children?: ReactNode;
}

/** An offer with its promise, as the team reads it. */
export function OfferSlip(props: OfferSlipProps) {
  const { seed, label, symbol, currency, terms, refreshing, before, children } = props;
  const { t } = useTranslation('offers.admin');
  return (
    <Slip seed={seed} label={label}>
      <SlipTotal small label={label} amount={terms.net} currency={currency} refreshing={refreshing} />
      <DottedRows>
        {before}
        <DottedRow label={t('rate')}>{formatRate(symbol, currency, terms.rate)}</DottedRow>
        <DottedRow label={t('fee', { percent: formatPercent(terms.feePercent) })}>
          <Money amount={-terms.fee} currency={currency} />
        </DottedRow>
        {children}
      </DottedRows>
    </Slip>
  );
}
