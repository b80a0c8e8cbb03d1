import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { DeskProblem } from './DeskProblem.tsx';
import { Dialog } from './Dialog.tsx';
import { SendButton } from './SendButton.tsx';

interface ConfirmDialogProps {
  title: string;
  /** The button, which names the deed. */
  confirm: string;
  danger?: boolean;
  busy: boolean;
  error: unknown;
  /** Stands above the server's message. */
  failed: string;
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
}

/** Asks once more before the desk does what is not easily undone; stays open until it is done. */
export function ConfirmDialog({
  title,
  confirm,
  danger = false,
  busy,
  error,
  failed,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={title}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <SendButton atEnd look={danger ? 'danger' : 'filled'} busy={busy} onClick={onConfirm}>
            {confirm}
          </SendButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {error ? <DeskProblem error={error} title={failed} onRetry={onConfirm} /> : null}
      </div>
    </Dialog>
  );
}
