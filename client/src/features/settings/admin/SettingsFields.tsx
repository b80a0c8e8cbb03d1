import { Plus, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldArray, useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import type { useFields } from '#client/ui/form/Form.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { groupedUsd } from './settings.grouped.ts';

export type SettingsForm = UseFormReturn<FieldValues, unknown, Record<string, Record<string, unknown>>>;
/** What fills the blanks of labels: the number of a tier, the name of a chain, the days of a limit. */
type Blanks = Readonly<Record<string, string | number>>;

export interface FieldSpec {
  /** Where its value is in the settings. */
  name: string;
  kind: string;
  /** Keys of the catalogue: the visible label, the whole one where several fields share that, and the hint. */
  label: string;
  of?: string;
  hint?: string;
  /** The values to choose from, each with its label. */
  options?: Readonly<Record<string, string | undefined>>;
}

/** Rows that can be added and removed; the first one stays where it covers what is below the others. */
export interface ListSpec {
  list: string;
  max: number;
  add: string;
  addOf?: string;
  remove: string;
  firstStays?: boolean;
  columns: readonly FieldSpec[];
}

/** An empty field becomes NaN, so that the schema reports it as missing. */
const asNumber = (typed: unknown) => (typed === '' ? Number.NaN : Number(typed));
/** An empty field switches the rule off. */
const asLimit = (typed: unknown) => (typed === '' || typed === null ? null : Number(typed));
/** Anything but a number is passed to the schema as text, of which it accepts one value. */
const asConfirmations = (typed: unknown) => (/^\d+$/.test(String(typed).trim()) ? Number(typed) : String(typed).trim());

type Kind = Partial<ComponentProps<typeof TextInput>> & { setValueAs?: (typed: unknown) => unknown };
const decimal = { inputMode: 'decimal', setValueAs: asNumber } as const;
const limit = { inputMode: 'decimal', setValueAs: asLimit, optional: true } as const;

/** How each kind of field is typed, and what its text stands for. */
const kinds: Readonly<Record<string, Kind>> = {
  email: { type: 'email' },
  handle: { optional: true, dir: 'ltr' },
  url: { optional: true, type: 'url', dir: 'ltr', spellCheck: false },
  number: decimal,
  usd: { ...decimal, suffix: 'USD' },
  percent: { ...decimal, suffix: '%' },
  usdLimit: { ...limit, suffix: 'USD' },
  percentLimit: { ...limit, suffix: '%' },
  confirmations: { setValueAs: asConfirmations },
};

/** The text of a key that stands in the table of the sections. */
export function useSettingsText() {
  const { t } = useTranslation('settings.admin');
  return (key: string, blanks: Blanks = {}) => t(key as 'title', blanks);
}

/** The form stays the same object when its state changes; its fields do not. */
export interface FormParts {
  form: SettingsForm;
  field: ReturnType<typeof useFields<FieldValues>>;
  blanks?: Blanks;
}

interface SettingsFieldProps extends FormParts {
  spec: FieldSpec;
  placeholder?: string | undefined;
  readOnly?: boolean;
}

/** One setting, as its kind is entered. */
export function SettingsField({ spec, form, field: fieldOf, blanks = {}, ...input }: SettingsFieldProps) {
  const textOf = useSettingsText();
  const { name, kind, of, options = {} } = spec;
  const typed: unknown = useWatch({ control: form.control, name });
  const field = fieldOf(name);
  const label = textOf(spec.label, blanks);
  const hint = spec.hint === undefined ? undefined : textOf(spec.hint, blanks);
  if (kind === 'check') return <Checkbox label={label} hint={hint} {...form.register(name)} />;
  if (kind === 'long') return <TextArea label={label} {...field} />;
  if (kind === 'select') {
    return (
      <Select
        label={label}
        options={Object.entries(options).map(([value, text = '']) => [value, textOf(text)])}
        {...field}
      />
    );
  }
  const { setValueAs, ...props } = kinds[kind] ?? {};
  const grouped = props.suffix === 'USD' && typeof typed === 'number' ? groupedUsd(typed) : undefined;
  return (
    <TextInput
      autoComplete="off"
      label={label}
      aria-label={of && textOf(of, blanks)}
      hint={hint ?? grouped}
      aside={hint && grouped}
      {...props}
      {...input}
      {...field}
      {...(setValueAs && form.register(name, { setValueAs }))}
    />
  );
}

/** Rows of settings, such as the tiers of a fee. */
export function SettingsList({ spec, form, field, blanks }: FormParts & { spec: ListSpec }) {
  const textOf = useSettingsText();
  const { list, max, columns, firstStays = false } = spec;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: list });
  const isEmpty = ({ kind }: FieldSpec) => (kinds[kind]?.setValueAs || kind === 'confirmations' ? Number.NaN : '');
  const grid =
    columns.length > 2
      ? 'grid items-start gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)_2.75rem] sm:[&>:nth-child(5)]:col-span-3'
      : 'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] items-start gap-2 sm:gap-3';
  return (
    <>
      <ol className="flex max-w-2xl flex-col gap-4 empty:hidden">
        {fields.map(({ id }, at) => {
          const row = { ...blanks, tier: at + 1, number: at + 1 };
          const isFixed = firstStays && at === 0;
          const [shown, below] = [columns.slice(0, 3), columns.slice(3)];
          const cell = (column: FieldSpec, index: number) => (
            <SettingsField
              key={column.name}
              {...{ form, field }}
              blanks={row}
              spec={{ ...column, name: `${list}.${at}.${column.name}` }}
              readOnly={isFixed && index === 0}
            />
          );
          return (
            <li key={id} className={grid}>
              {shown.map(cell)}
              <span className="pt-8">
                {!isFixed && (
                  <IconButton label={textOf(spec.remove, row)} onClick={() => remove(at)}>
                    <Trash2 className="size-4" />
                  </IconButton>
                )}
              </span>
              {below.map((column) => cell(column, 3))}
            </li>
          );
        })}
      </ol>
      {fields.length < max && (
        <Button
          text={textOf(spec.add)}
          size="small"
          className="self-start"
          icon={<Plus className="size-4" strokeWidth={2} />}
          aria-label={spec.addOf && textOf(spec.addOf, blanks)}
          onClick={() => append(Object.fromEntries(columns.map((column) => [column.name, isEmpty(column)])))}
        />
      )}
    </>
  );
}
