import { useTranslation } from 'react-i18next';
import { saveFile } from '#client/lib/browser/save-file.ts';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';

/** The recovery codes, shown only once: to copy or to save as a file. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('auth.account');
  const text = codes.join('\n');
  return (
    <Dialog
      open
      once
      title={t('codes.title')}
      widthPx={480}
      onClose={onClose}
      footer={<Button text={t('codes.done')} variant="filled" onClick={onClose} />}
    >
      <div className="flex flex-col gap-5">
        <p>{t('codes.text')}</p>
        <ul className="grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2" aria-label={t('codes.title')}>
          {codes.map((code) => (
            <li key={code}>
              <bdi dir="ltr">{code}</bdi>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-start gap-3">
          <CopyButton text={text} label={t('codes.copy')} />
          <Button
            text={t('codes.save')}
            size="small"
            onClick={() =>
              saveFile({ blob: new Blob([`${text}\n`], { type: 'text/plain' }), name: 'recovery-codes.txt' })
            }
          />
        </div>
      </div>
    </Dialog>
  );
}
