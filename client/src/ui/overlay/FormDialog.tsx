import { useId, type ComponentProps } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ShortForm } from '../form/Form.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface FormDialogProps<Values extends FieldValues, Parsed> extends Omit<
  ComponentProps<typeof ConfirmDialog>,
  'formId' | 'onConfirm'
> {
  form: UseFormReturn<Values, unknown, Parsed>;
  onSubmit: (values: Parsed) => void;
  onChange?: (() => void) | undefined;
}

/** A ConfirmDialog whose children are the fields of a form; its button submits them. */
export function FormDialog<Values extends FieldValues, Parsed>(props: FormDialogProps<Values, Parsed>) {
  const { form, onSubmit, onChange, children, ...dialog } = props;
  const formId = useId();
  const send = (values: Parsed) => {
    if (!dialog.by?.isPending) onSubmit(values);
  };
  return (
    <ConfirmDialog {...dialog} formId={formId} onConfirm={() => void form.handleSubmit(send)()}>
      <ShortForm
        id={formId}
        form={form}
        className="flex flex-col gap-4"
        onSubmit={send}
        onChange={onChange}
        submitKey={dialog.submitKey}
        error={dialog.by?.error}
      >
        {children}
      </ShortForm>
    </ConfirmDialog>
  );
}
