import { useTranslation } from 'react-i18next';
import { Button } from '../form/Button.tsx';
import { Dialog } from './Dialog.tsx';

/** Asks before unsaved input is lost. */
export function LeaveDialog({ leave, stay }: { leave: () => void; stay: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      title={t('leave.title')}
      widthPx={440}
      onClose={stay}
      footer={
        <>
          <Button onClick={stay}>{t('leave.stay')}</Button>
          <Button text={t('leave.yes')} variant="danger" onClick={leave} />
        </>
      }
    >
      <p>{t('leave.text')}</p>
    </Dialog>
  );
}
