import { useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Note } from '../feedback/Banner.tsx';
import { Checkbox } from '../form/Checkbox.tsx';
import type { ComboboxOption } from '../form/combobox/combobox-options.ts';
import { Combobox } from '../form/combobox/Combobox.tsx';
import { useFieldErrorText } from '../form/schema-resolver.ts';
import { Select, TextArea, TextInput } from '../form/TextInput.tsx';
import type { useContractForm } from '../form/useContractForm.ts';
import type { ActionField, ActionFormValues } from './action-form.ts';

type Form = UseFormReturn<ActionFormValues, unknown, Record<string, unknown>>;

interface ActionInputProps extends Omit<ActionField, 'kind' | 'missing' | 'value' | 'after'> {
  name: string;
  kind: NonNullable<ActionField['kind']>;
  optional: boolean;
  form: Form;
  /** Connects it to the form. */
  field: ReturnType<ReturnType<typeof useContractForm<ActionFormValues, Record<string, unknown>>>[1]>;
}

/** A field of an action's dialog, by its kind. */
export function ActionInput({
  kind,
  name,
  form,
  field,
  options = [],
  onSearch,
  warningOf,
  label,
  hint,
  suffix,
  optional,
}: ActionInputProps) {
  const inputProps = { label, hint, optional };
  if (kind === 'lines') return <TextArea rows={3} {...inputProps} {...field} />;
  if (kind === 'check') return <Checkbox label={label} {...form.register(name)} />;
  if (kind === 'choice') {
    const choices = options.map(({ value, text }) => [value, text] as const);
    return <Select label={label} options={choices} {...field} />;
  }
  if (kind === 'search')
    return (
      <FoundInput form={form} name={name} options={options} onSearch={onSearch} warningOf={warningOf} label={label} />
    );
  const codeProps = { dir: 'ltr', autoComplete: 'off', spellCheck: false } as const;
  return (
    <TextInput
      {...codeProps}
      inputMode={kind === 'amount' ? 'decimal' : undefined}
      suffix={suffix}
      {...inputProps}
      {...field}
    />
  );
}

interface FoundInputProps extends Pick<ActionField, 'label' | 'options' | 'onSearch' | 'warningOf'> {
  form: Form;
  name: string;
}

/** The chosen option stays among the options after more text is typed. */
function FoundInput({ label, name, options = [], onSearch, warningOf, form }: FoundInputProps) {
  const [chosenOption, setChosenOption] = useState<ComboboxOption>();
  const errorTextOf = useFieldErrorText();
  const knownOptions = new Map(
    [...(chosenOption ? [chosenOption] : []), ...options].map((option) => [option.value, option]),
  );
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { ref, value, onChange, onBlur }, fieldState }) => {
        const chosenValue = String(value);
        const warning = warningOf?.(chosenValue);
        return (
          <>
            <Combobox
              ref={ref}
              label={label}
              value={chosenValue}
              onBlur={onBlur}
              onSearch={onSearch}
              options={[...knownOptions.values()]}
              onChange={(next) => {
                setChosenOption(knownOptions.get(next));
                onChange(next);
              }}
              error={errorTextOf(fieldState.error)}
            />
            {warning !== undefined && (
              <Note tone="danger" announce>
                {warning}
              </Note>
            )}
          </>
        );
      }}
    />
  );
}
