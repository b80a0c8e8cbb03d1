import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { GroupedAddress } from '#client/ui/data/AddressBlock.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { PageHead } from '#client/ui/layout/admin/PageHead.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { ContractDialog, shown } from '#client/ui/overlay/ContractDialog.tsx';
import { cancelWalletChange } from '#shared/wallets/wallets.contract.ts';
import { ChangeSteps } from './ChangeSteps.tsx';
import { WalletAside } from './WalletAside.tsx';
import { walletQuery, walletRoutes, type AdminWallet, type WalletChange } from './wallets.admin.queries.ts';

/** Changes the address of one coin in four steps; nothing changes until the last. */
export function ChangeAddressPage() {
  const { t } = useTranslation(['wallets.admin', 'auth', 'common']);
  const { cryptoId = '' } = useParams();
  const { data: wallet, error, refetch } = useQuery(walletQuery(cryptoId));
  // The steps start again when the member chooses an earlier address.
  const [suggestedAddress, setSuggestedAddress] = useState({ address: '', memo: '', at: 0 });
  const [changedWallet, setChangedWallet] = useState<AdminWallet>();
  const title = wallet ? t('page.title', { symbol: wallet.cryptoSymbol }) : t('title');

  return (
    <>
      <PageHead title={title} back={{ to: '/admin/wallets', text: t('title') }} />
      <div className="flex flex-col gap-6 p-4 md:p-6">
        <ApprovalSlot kinds={['address']} subjectId={cryptoId} />
        {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
        {!wallet && !error && <Skeleton line="h-96 rounded-card" />}
        {wallet && !changedWallet && <p className="text-sm text-muted">{t('page.nothingYet')}</p>}
        {wallet && (
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
            <div className="flex min-w-0 flex-col gap-6">
              {wallet.waiting && !changedWallet && <WaitingChange wallet={wallet} waitingChange={wallet.waiting} />}
              {changedWallet ? (
                <ChangeDone wallet={changedWallet} onAgain={() => setChangedWallet(undefined)} />
              ) : (
                <ChangeSteps
                  key={suggestedAddress.at}
                  wallet={wallet}
                  suggestedAddress={suggestedAddress}
                  onDone={setChangedWallet}
                />
              )}
            </div>
            <WalletAside
              wallet={wallet}
              onTakeUp={(address, memo) => {
                setChangedWallet(undefined);
                setSuggestedAddress(({ at }) => ({ address, memo, at: at + 1 }));
              }}
            />
          </div>
        )}
      </div>
    </>
  );
}

/** The outcome of the change: live, or waiting until it may go live. */
function ChangeDone({ wallet, onAgain }: { wallet: AdminWallet; onAgain: () => void }) {
  const { t } = useTranslation('wallets.admin');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { waiting, cryptoName: coin } = wallet;
  const address = waiting?.toAddress ?? wallet.address ?? '';
  return (
    <section className="flex flex-col gap-4 card p-5">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-base">
        <CircleCheck className="size-5 text-completed" />
        {t(waiting ? 'doneStep.waits' : 'doneStep.live', { coin })}
      </h2>
      <bdi dir="ltr" className="font-mono text-base/7 wrap-anywhere text-muted">
        <GroupedAddress address={address} />
      </bdi>
      <p className="text-sm text-muted">
        {waiting ? (
          <>
            {t('doneStep.waitsText')} <Time at={waiting.liveAt} className="text-ink" />. {t('doneStep.cancel')}
          </>
        ) : (
          t('doneStep.liveText')
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink text={t('doneStep.back')} variant="filled" to="/admin/wallets" />
        <Button onClick={onAgain}>{t('doneStep.again')}</Button>
      </div>
    </section>
  );
}

/** The change that waits to go live, and the button to cancel it. */
function WaitingChange({ wallet, waitingChange }: { wallet: AdminWallet; waitingChange: WalletChange }) {
  const { t } = useTranslation('wallets.admin');
  const [isConfirming, setIsConfirming] = useState(false);
  const { cryptoId, cryptoName: coin } = wallet;
  return (
    <Note
      tone={waitingChange.tampered ? 'danger' : 'warning'}
      action={<Button text={t('cancel.open')} size="small" onClick={() => setIsConfirming(true)} />}
    >
      <p className="font-medium">{t(waitingChange.tampered ? 'cancel.forged' : 'cancel.title', { coin })}</p>
      <p>
        <bdi dir="ltr" className="font-mono wrap-anywhere">
          <GroupedAddress address={waitingChange.toAddress} />
        </bdi>
      </p>
      <p className="text-muted">
        {t('liveFrom')} <Time at={waitingChange.liveAt} />
        {waitingChange.changedBy !== null && <> · {t('history.by', { who: waitingChange.changedBy })}</>}
      </p>
      {isConfirming && (
        <ContractDialog
          action={shown(cancelWalletChange, {
            label: t('cancel.ask', { coin }),
            confirm: t('cancel.yes'),
            children: <p>{t('cancel.text')}</p>,
            onDone: () => toast({ title: t('cancel.done') }),
          })}
          row={{ params: { cryptoId } }}
          failed={t('failed.update')}
          reads={walletRoutes}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Note>
  );
}
