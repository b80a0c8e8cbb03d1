import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chains, useChains } from '#client/features/chains/components/Chains.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { MinimumDialog } from './MinimumDialog.tsx';
import { SwitchDialog } from './SwitchDialog.tsx';
import { walletsQuery, type AdminWallet } from './wallets.admin.queries.ts';
import { WalletTable } from './WalletTable.tsx';

const groups = ['main', 'stablecoins', 'other'] as const;

/** What was asked for a coin, until the password is given. */
interface PendingAction {
  what: 'switch' | 'minimum';
  wallet: AdminWallet;
}

/** The tab of deposit addresses. Changing one has a page of its own; every change needs the password. */
export function Wallets() {
  const { t } = useTranslation(['wallets.admin', 'auth']);
  const { data: wallets, error, refetch } = useQuery(walletsQuery);
  const { data: chains = [] } = useChains();
  const [pending, setPending] = useState<PendingAction>();
  const close = () => setPending(undefined);
  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      <header className="flex flex-col gap-1">
        <h2 className="text-lg">{t('title')}</h2>
        <p className="max-w-[80ch] text-sm text-muted">{t('lede')}</p>
      </header>
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {wallets?.length === 0 && <EmptyState title={t('none')} text={t('noneText')} level={3} />}
      {wallets &&
        groups.map((group) => {
          const rows = wallets.filter((wallet) => wallet.group === group);
          if (rows.length === 0) return null;
          return (
            <div key={group} className="flex flex-col gap-3">
              <h3 className="text-base">{t(`group.${group}`)}</h3>
              <WalletTable
                caption={t(`group.${group}`)}
                wallets={rows}
                onSwitch={(wallet) => setPending({ what: 'switch', wallet })}
                onMinimum={(wallet) => setPending({ what: 'minimum', wallet })}
              />
            </div>
          );
        })}
      {wallets && <Chains chains={chains} />}
      {!wallets && !error && (
        <Skeleton>
          <SkeletonLine className="mb-6 h-64 rounded-card" />
          <SkeletonLine className="mb-6 h-44 rounded-card" />
          <SkeletonLine className="h-64 rounded-card" />
        </Skeleton>
      )}
      {pending?.what === 'switch' && <SwitchDialog wallet={pending.wallet} onClose={close} />}
      {pending?.what === 'minimum' && <MinimumDialog wallet={pending.wallet} onClose={close} />}
    </div>
  );
}
