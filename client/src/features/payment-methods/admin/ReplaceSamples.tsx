import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { LeaveDialog } from '#client/ui/overlay/LeaveDialog.tsx';
import { useReplaceSamples, type AdminPaymentMethod } from './payment-methods.admin.queries.ts';

interface SampleForm {
  displayName: string;
  values: Readonly<Record<string, string>>;
  instructions: string;
}

/** A name without the mark of a sample. */
export const withoutSampleMark = (name: string): string => name.replace(/\s*\(SAMPLE\)\s*$/i, '');
const blankOf = ({ displayName }: AdminPaymentMethod): SampleForm => ({
  displayName: withoutSampleMark(displayName),
  values: {},
  instructions: '',
});
const isBegun = ({ values }: SampleForm) => Object.values(values).some((value) => value.trim() !== '');
/** The first field without which customers would pay to an account that lacks a line: its name, or one of its lines. */
function firstBlank({ id, accountDetails }: AdminPaymentMethod, { displayName, values }: SampleForm) {
  if (displayName.trim() === '') return nameFieldId(id);
  const index = Object.keys(accountDetails).findIndex((label) => !values[label]?.trim());
  return index === -1 ? undefined : lineFieldId(id, index);
}
const nameFieldId = (sampleId: string) => `sample-${sampleId}-name`;
const lineFieldId = (sampleId: string, index: number) => `sample-${sampleId}-${index}`;

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
  const partial = filledSamples.find((sample) => firstBlank(sample, typedOf(sample)));
  const blankSample = partial ?? samples[0];
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
  const missingText = partial
    ? t('replace.fillAll', { currency: partial.currency })
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
        onMissing={() => blankId && document.getElementById(blankId)?.focus()}
        by={replace}
        failed={t('failed.update')}
        onConfirm={send}
        onClose={leave}
      >
        <p className="text-sm text-muted">{t('replace.text')}</p>
        {samples.map((sample) => (
          <Sample
            key={sample.id}
            sample={sample}
            form={typedOf(sample)}
            onChange={(next) => setTypedForms({ ...typedForms, [sample.id]: next })}
          />
        ))}
        <p className="text-sm text-muted">{t('ask.mail')}</p>
      </ConfirmDialog>
      {isAsked && <LeaveDialog leave={onClose} stay={() => setAsked(false)} />}
    </>
  );
}

interface SampleProps {
  sample: AdminPaymentMethod;
  form: SampleForm;
  onChange: (form: SampleForm) => void;
}

/** The lines of one sample, empty, each with the label that customers read. */
function Sample({ sample, form, onChange }: SampleProps) {
  const { t } = useTranslation('payment-methods.admin');
  const { id, currency, accountDetails } = sample;
  const { displayName, values, instructions } = form;
  return (
    <fieldset className="flex flex-col gap-3 rounded-card border border-line p-3 sm:p-4">
      <legend className="px-1 text-sm font-semibold">
        {currency} · {withoutSampleMark(sample.displayName)}
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextInput
          id={nameFieldId(id)}
          label={t('displayName')}
          maxLength={120}
          value={displayName}
          onValue={(text) => onChange({ ...form, displayName: text })}
        />
        {Object.keys(accountDetails).map((label, index) => (
          <TextInput
            key={label}
            id={lineFieldId(id, index)}
            dir="auto"
            label={label}
            maxLength={300}
            autoComplete="off"
            value={values[label] ?? ''}
            onValue={(text) => onChange({ ...form, values: { ...values, [label]: text } })}
          />
        ))}
      </div>
      <TextArea
        optional
        label={t('instructions')}
        rows={2}
        maxLength={2000}
        value={instructions}
        onValue={(text) => onChange({ ...form, instructions: text })}
      />
    </fieldset>
  );
}
