import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { toast } from '../feedback/toast.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { FormDialog } from './FormDialog.tsx';

interface DialogProps extends Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'confirm' | 'danger' | 'missing' | 'onMissing' | 'failed' | 'onClose' | 'children'
> {
  /** Toast of a finished action. */
  done?: string;
}

interface ActionDialogProps extends DialogProps {
  /** Runs the action; a rejection is shown here. */
  act: () => Promise<unknown>;
}

/** Describes the action, and runs it; stays open until it has ended. */
export function ActionDialog({ act, done, ...dialog }: ActionDialogProps) {
  const mutation = useAction(act, dialog.onClose, done);
  return <ConfirmDialog {...dialog} by={mutation} onConfirm={() => mutation.mutate()} />;
}

interface ActionFormDialogProps<Values extends FieldValues, Parsed> extends DialogProps {
  /** The form's fields are among the children. */
  form: UseFormReturn<Values, unknown, Parsed>;
  act: (values: Parsed) => Promise<unknown>;
}

/** Dialog of an action that has fields. */
export function ActionFormDialog<Values extends FieldValues, Parsed>(props: ActionFormDialogProps<Values, Parsed>) {
  const { act, done, ...dialog } = props;
  const mutation = useAction(act, dialog.onClose, done);
  return (
    <FormDialog {...dialog} by={mutation} onSubmit={(values) => mutation.mutate(values)} onChange={mutation.reset} />
  );
}

function useAction<Values = void>(act: (values: Values) => Promise<unknown>, onSuccess: () => void, done?: string) {
  return useMutation({
    mutationFn: async (values: Values) => {
      await act(values);
      if (done) toast({ title: done });
    },
    onSuccess,
  });
}
