import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#client/lib/api/call.ts';
import { AdminProblem } from '../feedback/AdminProblem.tsx';
import { Button } from '../form/Button.tsx';
import { SendButton } from '../form/SendButton.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps extends Pick<
  ComponentProps<typeof Dialog>,
  'subtitle' | 'full' | 'widthPx' | 'submitKey'
> {
  title: string;
  /** Button label; names the action. Undefined while an earlier step has a button of its own. */
  confirm: string | undefined;
  danger?: boolean;
  /** Label of the cancel button, if "Cancel" could be read as the action. */
  keep?: string;
  /** Text of the missing step; the button is disabled until then. */
  missing?: string | undefined;
  /** Brings the focus to the missing input. */
  onMissing?: (() => void) | undefined;
  /** The action: while it runs the dialog stays open, and its error is shown. */
  by?: { isPending: boolean; error: unknown } | undefined;
  /** Title above the server's message. */
  failed: string;
  /** The text of an error that another try cannot help with. */
  remedy?: ReactNode;
  /** Replaces the usual error message; null if the fields show it. */
  problem?: ReactNode;
  onConfirm: () => void;
  /** The id of the child form that the button submits; its handler then replaces `onConfirm`. */
  formId?: string | undefined;
  onClose: () => void;
  /** Describes what will happen. */
  children: ReactNode;
}

/**
 * Asks for confirmation before an action that is hard to undo; stays open until
 * it is done, or waits for a second member.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    confirm,
    danger = false,
    keep,
    missing,
    onMissing,
    by,
    failed,
    remedy,
    problem,
    onConfirm,
    formId,
    children,
    ...dialog
  } = props;
  const { onClose } = dialog;
  const { isPending = false, error } = by ?? {};
  const { t } = useTranslation();
  // A request that waits for a second member was sent: only the close button is left.
  const isSent = hasCode(error, 'approval_pending');
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <Dialog
      {...dialog}
      open
      locked={isPending}
      footer={
        isSent ? (
          <Button text={t('action.close')} onClick={onClose} />
        ) : (
          <>
            <Button text={keep ?? t('action.cancel')} disabled={isPending} onClick={onClose} />
            {confirm !== undefined && (
              <SendButton
                text={confirm}
                missing={missing}
                onMissing={onMissing}
                atEnd
                variant={danger ? 'danger' : 'filled'}
                busy={isPending}
                {...(formId ? { type: 'submit', form: formId } : { onClick: onConfirm })}
              />
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <div ref={outcome} className="empty:hidden">
          {problem === undefined && error ? (
            <AdminProblem error={error} title={failed} onRetry={onConfirm} remedy={remedy} />
          ) : (
            problem
          )}
        </div>
      </div>
    </Dialog>
  );
}
