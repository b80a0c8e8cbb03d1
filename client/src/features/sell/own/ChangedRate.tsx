import { useTranslation } from 'react-i18next';
import { bringIntoView } from '#client/features/kyc/components/KycRequired.tsx';
import { ChoiceRows } from '#client/features/orders/line/ChoiceRows.tsx';
import { formatMoneyText, formatPercent, formatRate } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows } from '#client/ui/brand/Slip.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import type { SellEstimate, SellQuote } from '../sell.queries.ts';

/** The choices of a customer whose rate ended before the photo was submitted. */
export const changedRateChoices = ['accept', 'cancel'] as const;
export type ChangedRateChoice = (typeof changedRateChoices)[number];

interface ChangedRateProps {
  quoted: SellQuote;
  today: SellEstimate;
  choice: ChangedRateChoice;
  onChoose: (choice: ChangedRateChoice) => void;
}

/** The locked rate has expired: the new payout, or the end of the sale. Nothing typed or chosen is lost. */
export function ChangedRate({ quoted, today, choice, onChoose }: ChangedRateProps) {
  const { t } = useTranslation(['sell', 'settlements', 'orders.line']);
  return (
    <section ref={bringIntoView} aria-live="polite" className="line flex flex-col">
      <p className="text-sm text-muted">{t('changed.text')}</p>
      <p className="flex flex-wrap gap-x-2 pt-2 text-sm text-muted">
        {t('orders.line:sum.expired')}
        <Ltr>
          <s className="figures">{formatMoneyText(quoted.netAmount, quoted.currency)}</s>
        </Ltr>
      </p>
      <ChoiceRows
        legend={t('settlements:legend')}
        value={choice}
        rows={[
          {
            value: 'accept',
            title: t('changed.acceptRow'),
            sum: formatMoneyText(today.netAmount, today.currency),
            text: t('changed.acceptText'),
          },
          { value: 'cancel', title: t('changed.cancelRow'), sum: '', text: t('changed.cancelText') },
        ]}
        onChoose={(value) => onChoose(changedRateChoices.find((option) => option === value) ?? 'accept')}
      />
      <DottedRows className="mt-3">
        <DottedRow label={t('slip.rate')}>
          {formatRate(quoted.cryptoSymbol, today.currency, today.buyingRate)}
        </DottedRow>
        <DottedRow label={t('slip.fee', { percent: formatPercent(today.feePercent) })}>
          {formatMoneyText(`-${today.marginAmount}`, today.currency)}
        </DottedRow>
      </DottedRows>
    </section>
  );
}
