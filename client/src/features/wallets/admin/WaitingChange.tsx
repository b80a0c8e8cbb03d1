import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StepUpDialog } from '#client/features/auth/parts/StepUpDialog.tsx';
import { GroupedAddress } from '#client/ui/AddressBlock.tsx';
import { Note } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Time } from '#client/ui/Money.tsx';
import { toast } from '#client/ui/toast.ts';
import { useWalletDeed, type DeskWallet, type WalletChange } from './wallet-desk.api.ts';

/** The change that waits for its hour, and the way to stop it. */
export function WaitingChange({ wallet, waiting }: { wallet: DeskWallet; waiting: WalletChange }) {
  const { t } = useTranslation('walletDesk');
  const [asked, setAsked] = useState(false);
  const { mutateAsync } = useWalletDeed(wallet.cryptoId);
  const { cryptoName: coin } = wallet;
  return (
    <Note
      tone={waiting.tampered ? 'danger' : 'warning'}
      action={
        <Button size="small" onClick={() => setAsked(true)}>
          {t('cancel.open')}
        </Button>
      }
    >
      <p className="font-medium">{t(waiting.tampered ? 'cancel.forged' : 'cancel.title', { coin })}</p>
      <p>
        <bdi dir="ltr" className="font-mono wrap-anywhere">
          <GroupedAddress address={waiting.toAddress} />
        </bdi>
      </p>
      <p className="text-muted">
        {t('liveFrom')} <Time at={waiting.liveAt} />
        {waiting.changedBy !== null && <> · {t('history.by', { who: waiting.changedBy })}</>}
      </p>
      {asked && (
        <StepUpDialog
          title={t('cancel.ask', { coin })}
          confirm={t('cancel.yes')}
          failed={t('failed.update')}
          onProven={async (stepUp) => {
            await mutateAsync({ deed: { kind: 'cancel' }, stepUp });
            toast({ title: t('cancel.done'), tone: 'done' });
          }}
          onClose={() => setAsked(false)}
        >
          <p>{t('cancel.text')}</p>
        </StepUpDialog>
      )}
    </Note>
  );
}
