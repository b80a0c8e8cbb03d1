import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { ChangeDone } from './ChangeDone.tsx';
import { ChangeSteps } from './ChangeSteps.tsx';
import { WaitingChange } from './WaitingChange.tsx';
import { WalletAside } from './WalletAside.tsx';
import { walletQuery, type AdminWallet } from './wallets.admin.queries.ts';

/** Changing the address of one coin, in four steps; nothing changes until the last. */
export function ChangeAddressPage() {
  const { t } = useTranslation(['wallets.admin', 'auth', 'common']);
  const { cryptoId = '' } = useParams();
  const { data: wallet, error, refetch } = useQuery(walletQuery(cryptoId));
  // Reusing an earlier address restarts the steps with it.
  const [suggested, setSuggested] = useState({ address: '', memo: '', at: 0 });
  const [done, setDone] = useState<AdminWallet>();
  const title = wallet ? t('page.title', { symbol: wallet.cryptoSymbol }) : t('title');

  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to="/admin/wallets" className="inline-flex min-h-9 items-center gap-1 text-muted hover:text-ink">
          <ChevronLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" strokeWidth={1.75} />
          {t('title')}
        </Link>
        <PageTitle title={title} className="text-lg">
          {title}
        </PageTitle>
        {wallet && !done && <p className="text-xs text-muted sm:ms-auto">{t('page.nothingYet')}</p>}
      </header>
      <ApprovalSlot kinds={['address']} subjectId={cryptoId} />
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {!wallet && !error && (
        <Skeleton>
          <SkeletonLine className="h-96 rounded-card" />
        </Skeleton>
      )}
      {wallet && (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
          <div className="flex min-w-0 flex-col gap-6">
            {wallet.waiting && !done && <WaitingChange wallet={wallet} waiting={wallet.waiting} />}
            {done ? (
              <ChangeDone wallet={done} onAgain={() => setDone(undefined)} />
            ) : (
              <ChangeSteps key={suggested.at} wallet={wallet} suggested={suggested} onDone={setDone} />
            )}
          </div>
          <WalletAside
            wallet={wallet}
            onTakeUp={(address, memo) => {
              setDone(undefined);
              setSuggested(({ at }) => ({ address, memo, at: at + 1 }));
            }}
          />
        </div>
      )}
    </div>
  );
}
