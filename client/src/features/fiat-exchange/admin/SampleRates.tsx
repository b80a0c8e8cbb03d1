import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { useSwitchOffRates, type AdminRate } from './fiat-exchange.admin.queries.ts';

interface SampleRatesProps {
  rates: readonly AdminRate[];
  /** Opens the rates where they are typed one after the other; undefined while that is open, or cannot be. */
  onChange: (() => void) | undefined;
}

/** Warns of sample rates that customers get, with the two ways to end that; nothing without any. */
export function SampleRates({ rates, onChange }: SampleRatesProps) {
  const { t } = useTranslation('fiat-exchange.admin');
  const [isAsking, setAsking] = useState(false);
  const samples = rates.filter(({ isSample, isActive }) => isSample && isActive);
  if (samples.length === 0) return null;
  return (
    <>
      <Note
        tone="warning"
        action={
          <span className="flex flex-wrap gap-2 max-sm:flex-col max-sm:items-stretch">
            <Button text={t('rates.samplesOff')} size="small" onClick={() => setAsking(true)} />
            {onChange && <Button text={t('rates.samplesChange')} size="small" variant="filled" onClick={onChange} />}
          </span>
        }
      >
        {t('rates.samples', { shown: formatNumber(samples.length) })}
      </Note>
      {isAsking && <SwitchOffDialog samples={samples} onClose={() => setAsking(false)} />}
    </>
  );
}

function SwitchOffDialog({ samples, onClose }: { samples: readonly AdminRate[]; onClose: () => void }) {
  const { t } = useTranslation('fiat-exchange.admin');
  const switchOff = useSwitchOffRates();
  const ids = samples.map(({ id }) => id);
  return (
    <ConfirmDialog
      title={t('rates.samplesOffTitle', { shown: formatNumber(samples.length) })}
      confirm={t('rates.samplesOffYes')}
      by={switchOff}
      failed={t('rates.failed.status')}
      onConfirm={() => switchOff.mutate(ids, { onSuccess: toastDone({ title: t('rates.samplesOffDone') }, onClose) })}
      onClose={onClose}
    >
      <p>{t('rates.samplesOffText')}</p>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        {samples.map(({ id, fromCurrency, toCurrency }) => (
          <bdi key={id} dir="ltr" className="whitespace-nowrap">{`${fromCurrency} → ${toCurrency}`}</bdi>
        ))}
      </p>
    </ConfirmDialog>
  );
}
