import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { hasCode } from '#client/lib/call.ts';
import { Button } from '#client/ui/Button.tsx';
import { Problem } from '#client/ui/Problem.tsx';
import { SendButton } from '#client/ui/SendButton.tsx';
import { useCloseAccount, useDownloadOwnData } from '../account.api.ts';
import { ProofDialog } from './ProofDialog.tsx';

/** A copy of everything that is kept of the person, and the way to leave for good. */
export function OwnDataPart() {
  const { t } = useTranslation('account');
  const download = useDownloadOwnData();
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
        <Button look="ghost" onClick={() => setClosing(true)}>
          {t('data.close')}
        </Button>
      </div>
      <Problem error={download.error} title={t('data.failed')} />
      {closing && <CloseDialog onClose={() => setClosing(false)} />}
    </section>
  );
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const close = useCloseAccount(() => navigate('/', { replace: true }));
  const isOpen = hasCode(close.error, 'in_use');
  return (
    <ProofDialog
      title={t('data.closeTitle')}
      confirm={t('data.closeConfirm')}
      danger
      failed={isOpen ? t('data.closeOpen') : t('data.closeFailed')}
      deed={close}
      onProven={(proof) => close.mutate(proof)}
      onClose={onClose}
    >
      <p>{t('data.closeText')}</p>
      <p className="text-muted">{t('data.closeKept')}</p>
    </ProofDialog>
  );
}
