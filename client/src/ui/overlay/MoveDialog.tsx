import { useState, type ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { text } from '#shared/kernel/fields.ts';
import { reason, type Reason } from '#shared/kernel/reason.ts';
import { Note } from '../feedback/Banner.tsx';
import type { ComboboxOption } from '../form/combobox/combobox-options.ts';
import { Combobox } from '../form/combobox/Combobox.tsx';
import { useFieldErrorText } from '../form/schema-resolver.ts';
import { Select, TextArea, TextInput } from '../form/TextInput.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { FormDialog } from './FormDialog.tsx';

/** What a step of the team asks for; an answer is refused where it is empty, if `missing` says so. */
interface MoveQuestions {
  /** What is named; chosen of a few; or found by typing, where `onSearch` gets what is typed. */
  target?:
    | {
        label: string;
        value?: string;
        missing?: Reason;
        options?: readonly ComboboxOption[];
        onSearch?: (typed: string) => void;
        /** What is wrong with the one that was chosen. */
        warningOf?: (chosen: string) => string | undefined;
      }
    | undefined;
  why?: { label: string; missing?: Reason; hint?: string; max?: number } | undefined;
  /** An amount that may be left out. */
  fee?: string | undefined;
}

interface MoveDialogProps extends MoveQuestions {
  title: string;
  failed: string;
  subtitle?: ReactNode;
  /** The button, where the title is no name for it. */
  confirm?: string;
  danger?: boolean;
  /** What will happen. */
  children?: ReactNode;
  by: { isPending: boolean; error: Error | null };
  /** What was entered; empty where it was not asked for. */
  onSubmit: (values: { target: string; reason: string; fee: string }) => void;
  onClose: () => void;
}

const required = (missing: Reason | undefined) => (missing ? { min: 1, error: reason(missing) } : {});

/** A step of the team that names something, or stays with its reason. */
export function MoveDialog({ title, target, why, fee, children, ...dialog }: MoveDialogProps) {
  const max = why?.max ?? 2000;
  const fields = z.object({
    target: text(200, required(target?.missing)),
    reason: text(max, required(why?.missing)),
    fee: text(40),
  });
  const [form, field] = useContractForm(fields, {
    defaultValues: { target: target?.value ?? '', reason: '', fee: '' },
  });
  const plain = { dir: 'ltr', autoComplete: 'off', spellCheck: false, maxLength: 200 } as const;
  return (
    <FormDialog form={form} title={title} confirm={title} {...dialog}>
      {children}
      {target?.onSearch && <FoundTarget {...target} form={form} />}
      {target && !target.options && !target.onSearch && (
        <TextInput label={target.label} {...plain} {...field('target')} />
      )}
      {target?.options && !target.onSearch && (
        <Select
          label={target.label}
          options={target.options.map((option) => [option.value, option.text])}
          {...field('target')}
        />
      )}
      {fee && <TextInput label={fee} optional inputMode="decimal" {...plain} {...field('fee')} />}
      {why && (
        <TextArea
          label={why.label}
          hint={why.hint}
          optional={!why.missing}
          maxLength={max}
          rows={3}
          {...field('reason')}
        />
      )}
    </FormDialog>
  );
}

interface FoundTargetProps extends Pick<
  NonNullable<MoveQuestions['target']>,
  'label' | 'options' | 'onSearch' | 'warningOf'
> {
  form: UseFormReturn<{ target: string; reason: string; fee: string }>;
}

/** What was chosen stays among the options, whatever is typed afterwards. */
function FoundTarget({ label, options = [], onSearch, warningOf, form }: FoundTargetProps) {
  const [chosen, setChosen] = useState<ComboboxOption>();
  const errorTextOf = useFieldErrorText();
  const known = new Map([...(chosen ? [chosen] : []), ...options].map((option) => [option.value, option]));
  return (
    <Controller
      control={form.control}
      name="target"
      render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
        <>
          <Combobox
            {...{ ref, label, value, onBlur, onSearch }}
            options={[...known.values()]}
            onChange={(next) => {
              setChosen(known.get(next));
              onChange(next);
            }}
            error={errorTextOf(fieldState.error)}
          />
          <Warning text={warningOf?.(value)} />
        </>
      )}
    />
  );
}

function Warning({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <Note tone="danger" announce>
      {text}
    </Note>
  );
}
