import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { hasCode } from '#client/lib/api/call.ts';
import { formatYears } from '#client/lib/format/format.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { useCloseAccount, useExportPersonalData } from '../auth.account.queries.ts';
import { CredentialsDialog } from './CredentialsDialog.tsx';

/** Data export of everything stored about the user, and account deletion. */
export function PersonalDataSection() {
  const { t } = useTranslation('auth.account');
  const download = useExportPersonalData();
  const [closing, setClosing] = useState(false);
  return (
    <section aria-labelledby="data-part" className="flex flex-col gap-5">
      <h2 id="data-part" className="text-lg">
        {t('data.title')}
      </h2>
      <p className="max-w-[65ch] text-muted">{t('data.lede')}</p>
      <div className="flex flex-wrap gap-3">
        <SendButton
          busy={download.isPending}
          icon={<Download aria-hidden="true" className="size-4" strokeWidth={1.75} />}
          onClick={() => download.mutate()}
        >
          {t('data.download')}
        </SendButton>
      </div>
      <Problem error={download.error} title={t('data.failed')} />
      {/* Apart from what does no harm, and without the weight of a step that is meant to be taken. */}
      <div className="border-t border-line pt-5">
        <Button className="text-rejected" onClick={() => setClosing(true)}>
          {t('data.close')}
        </Button>
      </div>
      {closing && <CloseDialog onClose={() => setClosing(false)} />}
    </section>
  );
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('auth.account');
  const navigate = useNavigate();
  const close = useCloseAccount(() => navigate('/', { replace: true }));
  const years = useQuery(settingsQuery).data?.limits.retentionYears ?? 0;
  const isOpen = hasCode(close.error, 'in_use');
  return (
    <CredentialsDialog
      title={t('data.closeTitle')}
      confirm={t('data.closeConfirm')}
      danger
      failed={isOpen ? t('data.closeOpen') : t('data.closeFailed')}
      mutation={close}
      onProven={(proof) => close.mutate(proof)}
      onClose={onClose}
    >
      <p>{t('data.closeText')}</p>
      <p className="text-muted">{t('data.closeKept')}</p>
      {years > 0 && <p>{t('data.closeRetained', { period: formatYears(years) })}</p>}
    </CredentialsDialog>
  );
}
