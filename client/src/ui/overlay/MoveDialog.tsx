import type { ReactNode } from 'react';
import { z } from 'zod';
import { text } from '#shared/kernel/fields.ts';
import { reason, type Reason } from '#shared/kernel/reason.ts';
import { useFields } from '../form/Form.tsx';
import { TextArea, TextInput } from '../form/TextInput.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { FormDialog } from './FormDialog.tsx';

interface MoveDialogProps {
  title: string;
  failed: string;
  /** What is named, where something is: refused where it is empty, if `missing` says so. */
  target?: { label: string; value?: string; missing?: Reason } | undefined;
  /** The reason, where one is asked for: refused where it is empty, if `missing` says so. */
  why?: { label: string; missing?: Reason; hint?: string; max?: number } | undefined;
  subtitle?: ReactNode;
  /** The button, where the title is no name for it. */
  confirm?: string;
  danger?: boolean;
  /** What will happen. */
  children?: ReactNode;
  busy: boolean;
  error: Error | null;
  onSubmit: (values: { target: string; reason: string }) => void;
  onClose: () => void;
}

const required = (missing: Reason | undefined) => (missing ? { min: 1, error: reason(missing) } : {});

/** A step of the team that names something, or stays with its reason. */
export function MoveDialog({ title, target, why, children, ...dialog }: MoveDialogProps) {
  const max = why?.max ?? 2000;
  const fields = z.object({ target: text(200, required(target?.missing)), reason: text(max, required(why?.missing)) });
  const form = useContractForm(fields, { defaultValues: { target: target?.value ?? '', reason: '' } });
  const field = useFields(form);
  return (
    <FormDialog form={form} title={title} confirm={title} {...dialog}>
      {children}
      {target && (
        <TextInput
          label={target.label}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          {...field('target')}
        />
      )}
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
