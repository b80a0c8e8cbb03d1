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
  /** The reason, where one is asked for. */
  why?: { label: string; missing: Reason } | undefined;
  busy: boolean;
  error: Error | null;
  onSubmit: (values: { target: string; reason: string }) => void;
  onClose: () => void;
}

const required = (missing: Reason | undefined) => (missing ? { min: 1, error: reason(missing) } : {});

/** A step of the team that names something, or stays with its reason. */
export function MoveDialog({ title, target, why, ...dialog }: MoveDialogProps) {
  const fields = z.object({ target: text(200, required(target?.missing)), reason: text(2000, required(why?.missing)) });
  const form = useContractForm(fields, { defaultValues: { target: target?.value ?? '', reason: '' } });
  const field = useFields(form);
  return (
    <FormDialog form={form} title={title} confirm={title} {...dialog}>
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
      {why && <TextArea label={why.label} maxLength={2000} rows={3} {...field('reason')} />}
    </FormDialog>
  );
}
