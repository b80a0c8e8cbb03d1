import { clsx } from 'clsx';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { FoldMark } from '#client/ui/data/FoldMark.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { maxLengthOf } from '#client/ui/form/schema/max-length.ts';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { accountLineLimits, createPaymentMethod } from '#shared/payment-methods/payment-methods.contract.ts';
import type { AdminPaymentMethod } from './payment-methods.admin.queries.ts';
import {
  focusIn,
  lineFieldId,
  nameFieldId,
  stateOf,
  withoutSampleMark,
  type SampleForm,
} from './payment-methods.samples.ts';

interface SampleAccountsProps {
  samples: readonly AdminPaymentMethod[];
  formOf: (sample: AdminPaymentMethod) => SampleForm;
  onChange: (id: string, form: SampleForm) => void;
}

/** The samples one below the other, of which one is open. */
export function SampleAccounts({ samples, formOf, onChange }: SampleAccountsProps) {
  return (
    <div className="flex flex-col divide-y divide-line rounded-card border border-line">
      {samples.map((sample, index) => (
        <Sample
          key={sample.id}
          sample={sample}
          place={{ number: index + 1, of: samples.length }}
          state={stateOf(sample, formOf(sample))}
          form={formOf(sample)}
          onChange={(form) => onChange(sample.id, form)}
          next={samples[index + 1]}
        />
      ))}
    </div>
  );
}

/** The number of digits of a line where banks of that country agree on it, by currency and label of the sample. */
const digitsOf: Partial<Record<string, readonly [number, number]>> = {
  'HKD Bank code': [3, 3],
  'HKD Account number': [9, 12],
  'NGN Account number': [10, 10],
  'PHP Mobile number': [11, 11],
  'USD Routing number': [9, 9],
};

function digitsText(t: TFunction<'payment-methods.admin'>, digits: readonly [number, number] | undefined) {
  if (!digits) return undefined;
  const [from, to] = digits;
  return from === to ? t('replace.digits', { shown: from }) : t('replace.digitsRange', { from, to });
}

interface SampleProps {
  sample: AdminPaymentMethod;
  place: { number: number; of: number };
  state: 'empty' | 'begun' | 'ready';
  /** The account after it, to which its button leads. */
  next: AdminPaymentMethod | undefined;
  form: SampleForm;
  onChange: (form: SampleForm) => void;
}

/** One account of several, of which one is open: its lines, empty, each with the label that customers read. */
function Sample({ sample, place, state, form, onChange, next }: SampleProps) {
  const { t } = useTranslation('payment-methods.admin');
  const { id, currency, accountDetails } = sample;
  const { displayName, values, instructions } = form;
  return (
    <details name="samples" open={place.number === 1} className="group">
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm hover:bg-tide-soft sm:px-4 [&::-webkit-details-marker]:hidden">
        <FoldMark />
        <span className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">
          {currency} · {withoutSampleMark(sample.displayName)}
        </span>
        <span className="flex flex-wrap gap-x-1.5 text-muted figures max-sm:basis-full max-sm:ps-7">
          <span className={clsx(state === 'ready' && 'text-completed', state === 'begun' && 'text-pending')}>
            {t(`replace.state.${state}`)}
          </span>
          <span aria-hidden="true">·</span>
          {t('replace.place', { number: place.number, count: place.of })}
        </span>
      </summary>
      <div className="flex flex-col gap-3 px-3 pb-4 sm:px-4">
        {/* A line without a neighbour is as wide as two. */}
        <div className="grid gap-3 sm:grid-cols-2 sm:*:first:col-span-2 sm:*:last:nth-[2n]:col-span-2">
          <TextInput
            id={nameFieldId(id)}
            label={t('displayName')}
            maxLength={maxLengthOf(createPaymentMethod.body, 'displayName')}
            value={displayName}
            onValue={(text) => onChange({ ...form, displayName: text })}
          />
          {Object.keys(accountDetails).map((label, index) => (
            <TextInput
              key={label}
              id={lineFieldId(id, index)}
              dir="auto"
              label={label}
              hint={digitsText(t, digitsOf[`${currency} ${label}`])}
              maxLength={accountLineLimits.value}
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
          maxLength={maxLengthOf(createPaymentMethod.body, 'instructions')}
          value={instructions}
          onValue={(text) => onChange({ ...form, instructions: text })}
        />
        {next && (
          <Button
            text={t('replace.next', { currency: next.currency, name: withoutSampleMark(next.displayName) })}
            size="small"
            className="self-start"
            onClick={() => focusIn(nameFieldId(next.id))}
          />
        )}
      </div>
    </details>
  );
}
