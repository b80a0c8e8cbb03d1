import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePercent, isAlarming } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import { decimal } from '#shared/kernel/money.ts';
import { formatChange, formatRate } from '#client/lib/format.ts';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { Leader, Leaders } from '#client/ui/Slip.tsx';
import { TextInput } from '#client/ui/TextInput.tsx';
import { toast } from '#client/ui/toast.ts';
import { useChangeRate, type DeskRate } from './exchange-desk.api.ts';
import { readRate } from './rate-input.ts';

/** The new rate beside the old, with how far it moves; a move beyond 5 % is asked about once more. */
export function EditRate({ rate, onClose }: { rate: DeskRate; onClose: () => void }) {
  const { t, i18n } = useTranslation(['exchangeDesk', 'common']);
  const [typed, setTyped] = useState(String(rate.exchangeRate));
  const [tried, setTried] = useState(false);
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
    setTried(true);
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
        error={tried && !exchangeRate ? t('rates.invalid') : undefined}
        hint={exchangeRate && <OldAndNew rate={rate} exchangeRate={exchangeRate} moved={moved} />}
      />
      {change.error && !asking && <DeskProblem error={change.error} title={t('rates.failed.update')} onRetry={write} />}
      <span className="flex gap-2">
        <Button type="submit" size="small" look="tonal" busy={change.isPending}>
          {t('save')}
        </Button>
        <Button size="small" disabled={change.isPending} onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
      </span>
      {asking && exchangeRate && (
        <FarMove {...{ rate, exchangeRate, moved, change }} onConfirm={write} onClose={() => setAsking(false)} />
      )}
    </form>
  );
}

interface FarMoveProps {
  rate: DeskRate;
  exchangeRate: string;
  moved: string;
  change: ReturnType<typeof useChangeRate>;
  onConfirm: () => void;
  onClose: () => void;
}

/** Old beside new once more, where a digit may have slipped. */
function FarMove({ rate, exchangeRate, moved, change, onConfirm, onClose }: FarMoveProps) {
  const { t } = useTranslation('exchangeDesk');
  const textOf = (figure: string | number) => formatRate(rate.fromCurrency, rate.toCurrency, figure);
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
      <Leaders>
        <Leader label={t('rates.before')}>{textOf(rate.exchangeRate)}</Leader>
        <Leader label={t('rates.now')} strong>
          {textOf(exchangeRate)}
        </Leader>
      </Leaders>
    </ConfirmDialog>
  );
}

function OldAndNew({ rate, exchangeRate, moved }: { rate: DeskRate; exchangeRate: string; moved: string }) {
  return (
    <bdi dir="ltr" className="inline-flex flex-wrap items-center gap-x-2 figures">
      {rate.exchangeRate}
      <ArrowRight aria-hidden="true" className="size-3.5" />
      <span className="text-ink">{exchangeRate}</span>
      <span>({moved})</span>
    </bdi>
  );
}
