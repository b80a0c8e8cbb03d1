import { useTranslation } from 'react-i18next';
import { useMay } from '#client/lib/session/permissions.ts';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { StatementUpload } from './StatementUpload.tsx';

interface StatementDialogProps {
  file: File;
  onImported: (statementId: string) => void;
  onClose: () => void;
}

/** A bank's file that was dropped on a page or chosen: read, shown, and stored only by the button. */
export function StatementDialog({ file, onImported, onClose }: StatementDialogProps) {
  const { t } = useTranslation(['payouts.statements', 'common']);
  const mayImport = useMay()('payouts.release');
  return (
    <StatementUpload
      file={file}
      mayImport={mayImport}
      onImported={onImported}
      frame={(upload, button) => (
        <Dialog
          open
          title={file.name}
          subtitle={<p className="text-sm text-muted">{t('notStored')}</p>}
          widthPx={760}
          footer={
            button && (
              <>
                <Button text={t('common:action.cancel')} onClick={onClose} />
                {button}
              </>
            )
          }
          onClose={onClose}
        >
          {!mayImport && <NotPermitted needs="payouts.release" />}
          {upload}
        </Dialog>
      )}
    />
  );
}
