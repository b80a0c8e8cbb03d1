import { clsx } from 'clsx';
import { Plus, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldArray, useFormState, useWatch, type UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { formatMoneyText, formatNumber } from '#client/lib/format/format.ts';
import { currentLanguage } from '#client/lib/i18n/i18n.ts';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import type { useContractForm } from '#client/ui/form/useContractForm.ts';
import type { settingsInput } from '#shared/settings/settings.input.ts';
import { usdHint } from './settings.amount-hint.ts';
import type { FieldSpec, ListSpec, SettingsValues } from './settings.fields.ts';

/** The values of the placeholders in labels: the number of a tier, the name of a chain, the days of a limit. */
type Blanks = Readonly<Record<string, string | number>>;

/** Reads separated thousands as well; text that is no amount stays as it is, for the schema to refuse. */
const numberOf = (input: unknown) => Number(normaliseAmount(String(input), currentLanguage()) ?? input);
/** An empty field becomes NaN, so that the schema reports it as missing. */
const asNumber = (input: unknown) => (input === '' ? Number.NaN : numberOf(input));
/** An empty field switches the rule off. */
const asLimit = (input: unknown) => (input === '' || input === null ? null : numberOf(input));
/** Text that is no number is passed to the schema, which accepts one such value. */
const asConfirmations = (input: unknown) => (/^\d+$/.test(String(input).trim()) ? Number(input) : String(input).trim());

type TypedKind = Exclude<FieldSpec['kind'], 'check' | 'long' | 'select'>;
type Kind = Partial<ComponentProps<typeof TextInput>> & { setValueAs?: (typed: unknown) => unknown };
const decimal = { inputMode: 'decimal', setValueAs: asNumber } as const;
const limitProps = { inputMode: 'decimal', setValueAs: asLimit, optional: true } as const;

/** Reads the typed text of each kind of field. */
const kinds: Readonly<Record<TypedKind, Kind>> = {
  text: {},
  email: { type: 'email' },
  handle: { optional: true, dir: 'ltr' },
  url: { optional: true, type: 'url', dir: 'ltr', spellCheck: false },
  number: decimal,
  usd: { ...decimal, suffix: 'USD' },
  percent: { ...decimal, suffix: '%' },
  usdLimit: { ...limitProps, suffix: 'USD' },
  percentLimit: { ...limitProps, suffix: '%' },
  confirmations: { setValueAs: asConfirmations },
};

type SettingsForm = ReturnType<typeof useContractForm<SettingsValues, z.output<typeof settingsInput>>>;

/** The form stays the same object when its state changes; its fields do not. */
export interface FormProps {
  form: SettingsForm[0];
  field: SettingsForm[1];
  blanks?: Blanks;
}

interface SettingsFieldProps extends FormProps {
  spec: FieldSpec;
  readOnly?: boolean;
  /** True in a list, where small amounts are repeated too, below their field. */
  inRow?: boolean;
}

/** One setting, with the input of its kind. */
export function SettingsField({
  spec,
  form,
  field: fieldOf,
  blanks = {},
  inRow = false,
  ...input
}: SettingsFieldProps) {
  const { t } = useTranslation('settings.admin');
  const { name, fullLabel, placeholder } = spec;
  const typedValue: unknown = useWatch({ control: form.control, name });
  const { isDirty } = form.getFieldState(name, useFormState({ control: form.control, name }));
  const field = fieldOf(name);
  const label = t(spec.label, blanks);
  const hint = spec.hint === undefined ? undefined : t(spec.hint, blanks);
  if (spec.kind === 'check') return <Checkbox label={label} hint={hint} {...form.register(name)} />;
  if (spec.kind === 'long') return <TextArea label={label} {...field} />;
  if (spec.kind === 'select') {
    return (
      <Select
        label={label}
        options={Object.entries(spec.options).map(([value, text]) => [value, t(text)])}
        {...field}
      />
    );
  }
  const { setValueAs, ...props } = kinds[spec.kind];
  const amountHint = inRow ? (usd: number) => formatMoneyText(usd, 'USD') : usdHint;
  // A stored amount was read when it was saved: only a typed one is repeated.
  const isAmount = isDirty && props.suffix === 'USD' && typeof typedValue === 'number' && Number.isFinite(typedValue);
  const hintText = isAmount ? amountHint(typedValue) : undefined;
  return (
    <TextInput
      autoComplete="off"
      label={label}
      aria-label={fullLabel && t(fullLabel, blanks)}
      placeholder={placeholder}
      hint={hint ?? hintText}
      aside={hint && hintText}
      {...props}
      {...input}
      {...field}
      {...(setValueAs && written(form.register(name, { setValueAs }), props.suffix === 'USD'))}
    />
  );
}

/**
 * The form library writes a missing number as the text NaN when it registers the input of a new row. An amount gets
 * separated thousands, except while it is typed.
 */
function written<Name extends string>(
  field: UseFormRegisterReturn<Name>,
  isAmount: boolean,
): UseFormRegisterReturn<Name> {
  const ref: UseFormRegisterReturn['ref'] = (input: unknown) => {
    field.ref(input);
    if (!(input instanceof HTMLInputElement)) return;
    if (input.value === 'NaN') input.value = '';
    if (isAmount && input !== document.activeElement) separateThousands(input);
  };
  const onBlur: UseFormRegisterReturn['onBlur'] = async (event) => {
    const target: unknown = event.target;
    if (isAmount && target instanceof HTMLInputElement) separateThousands(target);
    await field.onBlur(event);
  };
  return { ...field, ref, onBlur };
}

function separateThousands(input: HTMLInputElement): void {
  const amount = normaliseAmount(input.value, currentLanguage());
  if (amount !== undefined) input.value = formatNumber(amount);
}

/** Rows of settings, such as the tiers of a fee. */
export function SettingsList({ spec, form, field, blanks }: FormProps & { spec: ListSpec }) {
  const { t } = useTranslation('settings.admin');
  const { list, max, empty, columns, firstStays = false } = spec;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: list });
  const isNarrow = columns(0).length <= 2;
  const grid = !isNarrow
    ? 'grid items-start gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)_2.75rem] sm:[&>:nth-child(5)]:col-span-3'
    : 'grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_2.75rem] items-start gap-2 sm:gap-3';
  return (
    <>
      <ol className={clsx('flex max-w-2xl flex-col empty:hidden', isNarrow ? 'gap-2' : 'gap-4')}>
        {fields.map(({ id }, index) => {
          const row = { ...blanks, tier: index + 1, number: index + 1 };
          const isFixed = firstStays && index === 0;
          const cells = columns(index);
          const cell = (column: FieldSpec, index: number) => (
            <SettingsField
              key={column.name}
              form={form}
              field={field}
              blanks={row}
              spec={column}
              inRow
              readOnly={isFixed && index === 0}
            />
          );
          return (
            // The labels of the first row are the heads of the columns.
            <li
              key={id}
              className={clsx(
                grid,
                isNarrow && index > 0 && '[&_label]:sr-only',
                isFixed && '[&_div:has(>[readonly])]:border-line [&_div:has(>[readonly])]:bg-sunken',
              )}
            >
              {cells.slice(0, 3).map(cell)}
              <span className={isNarrow && index > 0 ? 'pt-2.5' : 'pt-8'}>
                {!isFixed && (
                  <IconButton label={t(spec.remove, row)} onClick={() => remove(index)}>
                    <Trash2 className="size-4" />
                  </IconButton>
                )}
              </span>
              {cells.slice(3).map((column) => cell(column, 3))}
            </li>
          );
        })}
      </ol>
      {fields.length < max && (
        <Button
          text={t(spec.add)}
          size="small"
          className="self-start"
          icon={<Plus className="size-4" strokeWidth={2} />}
          aria-label={spec.addLabel && t(spec.addLabel, blanks)}
          onClick={() => append(empty)}
        />
      )}
    </>
  );
}
