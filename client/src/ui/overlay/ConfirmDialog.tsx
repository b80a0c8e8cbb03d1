import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminProblem } from '../feedback/AdminProblem.tsx';
import { Button } from '../form/Button.tsx';
import { SendButton } from '../form/SendButton.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps extends Pick<ComponentProps<typeof Dialog>, 'subtitle' | 'full' | 'widthPx'> {
  title: string;
  /** Button label; names the action. */
  confirm: string;
  danger?: boolean;
  /** What it does: while it runs the dialog stays open, and its failure is said. */
  by?: { isPending: boolean; error: unknown } | undefined;
  /** Title above the server's message. */
  failed: string;
  /** What helps with this error where trying again cannot. */
  remedy?: ReactNode;
  /** Shown in place of the usual message; null where the fields show it. */
  problem?: ReactNode;
  onConfirm: () => void;
  /** The form among the children that the button submits; its own handler then does what `onConfirm` does. */
  formId?: string | undefined;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
}

/** Asks for confirmation before an action that is hard to undo; stays open until it is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirm, danger = false, by, failed, remedy, problem, onConfirm, formId, children, ...dialog } = props;
  const { onClose } = dialog;
  const { isPending: busy = false, error } = by ?? {};
  const { t } = useTranslation();
  return (
    <Dialog
      {...dialog}
      open
      locked={busy}
      footer={
        <>
          <Button text={t('action.cancel')} disabled={busy} onClick={onClose} />
          <SendButton
            text={confirm}
            atEnd
            variant={danger ? 'danger' : 'filled'}
            busy={busy}
            {...(formId ? { type: 'submit', form: formId } : { onClick: onConfirm })}
          />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {problem === undefined && error ? (
          <AdminProblem error={error} title={failed} onRetry={onConfirm} remedy={remedy} />
        ) : (
          problem
        )}
      </div>
    </Dialog>
  );
}
