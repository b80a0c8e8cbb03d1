import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { CallError } from '#client/lib/api/call.ts';
import { formatYears } from '#client/lib/format/clock.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { useCloseAccount, useExportPersonalData } from '../auth.account.queries.ts';
import { CredentialsDialog } from './CredentialsDialog.tsx';

/** Data export of everything stored about the user, and account deletion. */
export function PersonalDataSection() {
  const { t } = useTranslation('auth.account');
  const [openDialog, setOpenDialog] = useState<'download' | 'close'>();
  const close = () => setOpenDialog(undefined);
  return (
    <section aria-labelledby="data-part" className="flex flex-col gap-5">
      <h2 id="data-part" className="text-lg">
        {t('data.title')}
      </h2>
      <p className="max-w-[65ch] text-muted">{t('data.lede')}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          text={t('data.download')}
          icon={<Download className="size-4" />}
          onClick={() => setOpenDialog('download')}
        />
      </div>
      {/* Apart from the harmless actions, and less prominent than an encouraged one. */}
      <div className="border-t border-line pt-5">
        <Button text={t('data.close')} className="text-rejected" onClick={() => setOpenDialog('close')} />
      </div>
      {openDialog === 'download' && <DownloadDialog onClose={close} />}
      {openDialog === 'close' && <CloseDialog onClose={close} />}
    </section>
  );
}

function DownloadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('auth.account');
  const download = useExportPersonalData();
  return (
    <CredentialsDialog
      title={t('data.download')}
      confirm={t('data.download')}
      failed={t('data.failed')}
      mutation={download}
      onProven={(proof) => download.mutate(proof, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('data.downloadText')}</p>
    </CredentialsDialog>
  );
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('auth.account');
  const navigate = useNavigate();
  const close = useCloseAccount(() => navigate('/', { replace: true }));
  const years = useQuery(settingsQuery).data?.limits.retentionYears ?? 0;
  const isOpen = close.error instanceof CallError && close.error.reason === 'orders_open';
  return (
    <CredentialsDialog
      title={t('data.closeTitle')}
      confirm={t('data.close')}
      danger
      failed={isOpen ? t('data.closeOpen') : t('data.closeFailed')}
      mutation={close}
      onProven={(proof) => close.mutate(proof)}
      onClose={onClose}
    >
      <p>{t('data.closeText')}</p>
      <p className="text-muted">{t('data.closeAnonymous')}</p>
      {years > 0 && <p>{t('data.closeRetained', { period: formatYears(years) })}</p>}
    </CredentialsDialog>
  );
}
