import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { LeaveDialog } from '#client/ui/overlay/LeaveDialog.tsx';
import { useReplaceSamples, type AdminPaymentMethod } from './payment-methods.admin.queries.ts';
import { blankOf, firstBlank, focusIn, isBegun, type SampleForm } from './payment-methods.samples.ts';
import { SampleAccounts } from './SampleAccounts.tsx';

interface ReplaceSamplesProps {
  samples: readonly AdminPaymentMethod[];
  onClose: () => void;
}

/**
 * Enters own accounts over samples; a sample stays if all its lines are left empty, and needs every line once one is
 * filled.
 */
export function ReplaceSamples({ samples, onClose }: ReplaceSamplesProps) {
  const { t } = useTranslation('payment-methods.admin');
  const [typedForms, setTypedForms] = useState<Readonly<Record<string, SampleForm>>>({});
  const replace = useReplaceSamples();
  const typedOf = (sample: AdminPaymentMethod) => typedForms[sample.id] ?? blankOf(sample);
  const filledSamples = samples.filter((sample) => isBegun(typedOf(sample)));
  const unfinishedSample = filledSamples.find((sample) => firstBlank(sample, typedOf(sample)));
  const blankSample = unfinishedSample ?? samples[0];
  const blankId = blankSample && firstBlank(blankSample, typedOf(blankSample));
  const release = useLeaveGuard(filledSamples.length > 0);
  const bodyOf = (sample: AdminPaymentMethod) => {
    const { displayName, values, instructions } = typedOf(sample);
    // Sorts the lines in the order of the sample, in which customers read them, however they were typed.
    const lines = Object.keys(sample.accountDetails).flatMap((label) => {
      const value = values[label]?.trim() ?? '';
      return value === '' ? [] : [[label, value] as const];
    });
    return {
      displayName: displayName.trim(),
      accountDetails: Object.fromEntries(lines),
      instructions: instructions.trim() || null,
    };
  };
  const missingText = unfinishedSample
    ? t('replace.fillAll', { currency: unfinishedSample.currency })
    : filledSamples.length === 0
      ? t('replace.fillFirst')
      : undefined;
  const send = () => {
    if (missingText) return;
    const toastSuccess = toastDone({ title: t('replace.done', { shown: formatNumber(filledSamples.length) }) }, () => {
      release();
      onClose();
    });
    replace.mutate(
      filledSamples.map((sample) => ({ id: sample.id, ...bodyOf(sample) })),
      { onSuccess: toastSuccess },
    );
  };
  const [isAsked, setAsked] = useState(false);
  const leave = () => (filledSamples.length > 0 ? setAsked(true) : onClose());
  return (
    <>
      <ConfirmDialog
        full
        widthPx={760}
        title={t('replace.title')}
        confirm={t('replace.yes', { shown: formatNumber(filledSamples.length) })}
        missing={missingText}
        onMissing={() => blankId && focusIn(blankId)}
        by={replace}
        failed={t('failed.update')}
        onConfirm={send}
        onClose={leave}
      >
        <p className="text-sm text-muted">{t('replace.text')}</p>
        <SampleAccounts
          samples={samples}
          formOf={typedOf}
          onChange={(id, next) => setTypedForms({ ...typedForms, [id]: next })}
        />
        <p className="text-sm text-muted">{t('ask.mail')}</p>
      </ConfirmDialog>
      {isAsked && <LeaveDialog leave={onClose} stay={() => setAsked(false)} />}
    </>
  );
}
