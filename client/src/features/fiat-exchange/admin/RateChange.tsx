import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatRate } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows } from '#client/ui/brand/Slip.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import type { AdminRate } from './fiat-exchange.admin.queries.ts';
import type { RateEditor } from './useRateEditor.ts';

/** Asks whether a large change of a rate is meant, with the old rate beside the new one; null for a small change. */
export function LargeChange({ rate, editor }: { rate: AdminRate; editor: RateEditor }) {
  const { t } = useTranslation('fiat-exchange.admin');
  const { exchangeRate, moved, change, isAsking } = editor;
  if (!isAsking || !exchangeRate) return null;
  const textOf = (value: string | number) => formatRate(rate.fromCurrency, rate.toCurrency, value, { exact: true });
  return (
    <ConfirmDialog
      title={t('rates.farTitle', { percent: moved })}
      confirm={t('rates.farYes', { rate: textOf(exchangeRate) })}
      by={change}
      failed={t('rates.failed.update')}
      onConfirm={editor.writeAgain}
      onClose={editor.stopAsking}
    >
      <p>{t('rates.farText')}</p>
      <DottedRows>
        <DottedRow label={t('rates.before')}>{textOf(rate.exchangeRate)}</DottedRow>
        <DottedRow label={t('rates.now')} strong>
          {textOf(exchangeRate)}
        </DottedRow>
      </DottedRows>
    </ConfirmDialog>
  );
}

interface OldAndNewProps {
  rate: AdminRate;
  exchangeRate: string;
  moved: string;
}

/** The present rate, the typed one, and how far apart they are. */
export function OldAndNew({ rate, exchangeRate, moved }: OldAndNewProps) {
  return (
    <bdi dir="ltr" className="inline-flex flex-wrap items-center gap-x-2 figures">
      {rate.exchangeRate}
      <ArrowRight className="size-3.5" strokeWidth={2} />
      <span className="text-ink">{exchangeRate}</span>
      <span>({moved})</span>
    </bdi>
  );
}
