import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePercent, isAlarming } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import { decimal } from '#shared/kernel/money.ts';
import { formatChange, formatRate } from '#client/lib/format/format.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { DottedRow, DottedRows } from '#client/ui/brand/Slip.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { useChangeRate, type AdminRate } from './fiat-exchange.admin.queries.ts';
import { readRate } from './fiat-exchange.rate-input.ts';

/** The new rate beside the old, with how far it moves; a move beyond 5 % is asked about once more. */
export function EditRate({ rate, onClose }: { rate: AdminRate; onClose: () => void }) {
  const { t, i18n } = useTranslation(['fiat-exchange.admin', 'common']);
  const [typed, setTyped] = useState(String(rate.exchangeRate));
  const [attempted, setAttempted] = useState(false);
  const [asking, setAsking] = useState(false);
  const change = useChangeRate();
  const exchangeRate = readRate(typed, i18n.language);
  const percent = exchangeRate && changePercent(decimal(String(rate.exchangeRate)), decimal(exchangeRate));
  const moved = percent ? formatChange(percent.toFixed()) : '';

  const write = () => {
    if (!exchangeRate) return;
    const done = () => {
      toast({ title: t('rates.updatedDone'), tone: 'done' });
      onClose();
    };
    change.mutate({ id: rate.id, body: { exchangeRate } }, { onSuccess: done });
  };
  const save = () => {
    setAttempted(true);
    if (!percent) return;
    if (isAlarming(percent)) setAsking(true);
    else write();
  };

  return (
    <form
      noValidate
      className="flex max-w-md flex-col gap-2 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextInput
        label={t('rates.newRate', { from: rate.fromCurrency, to: rate.toCurrency })}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={attempted && !exchangeRate ? t('rates.invalid') : undefined}
        hint={exchangeRate && <OldAndNew rate={rate} exchangeRate={exchangeRate} moved={moved} />}
      />
      {change.error && !asking && (
        <AdminProblem error={change.error} title={t('rates.failed.update')} onRetry={write} />
      )}
      <span className="flex gap-2">
        <Button type="submit" size="small" variant="tonal" busy={change.isPending}>
          {t('save')}
        </Button>
        <Button size="small" disabled={change.isPending} onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
      </span>
      {asking && exchangeRate && (
        <LargeChangeDialog
          {...{ rate, exchangeRate, moved, change }}
          onConfirm={write}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}

interface LargeChangeDialogProps {
  rate: AdminRate;
  exchangeRate: string;
  moved: string;
  change: ReturnType<typeof useChangeRate>;
  onConfirm: () => void;
  onClose: () => void;
}

/** Old beside new once more, where a digit may have slipped. */
function LargeChangeDialog({ rate, exchangeRate, moved, change, onConfirm, onClose }: LargeChangeDialogProps) {
  const { t } = useTranslation('fiat-exchange.admin');
  const textOf = (formatted: string | number) => formatRate(rate.fromCurrency, rate.toCurrency, formatted);
  return (
    <ConfirmDialog
      title={t('rates.farTitle', { percent: moved })}
      confirm={t('rates.farYes', { rate: textOf(exchangeRate) })}
      busy={change.isPending}
      error={change.error}
      failed={t('rates.failed.update')}
      onConfirm={onConfirm}
      onClose={onClose}
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

function OldAndNew({ rate, exchangeRate, moved }: { rate: AdminRate; exchangeRate: string; moved: string }) {
  return (
    <bdi dir="ltr" className="inline-flex flex-wrap items-center gap-x-2 figures">
      {rate.exchangeRate}
      <ArrowRight aria-hidden="true" className="size-3.5" />
      <span className="text-ink">{exchangeRate}</span>
      <span>({moved})</span>
    </bdi>
  );
}
