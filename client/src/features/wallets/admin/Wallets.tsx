import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { EmptyState } from '#client/ui/States.tsx';
import { MinimumDialog } from './MinimumDialog.tsx';
import { SwitchDialog } from './SwitchDialog.tsx';
import { walletsQuery, type DeskWallet } from './wallet-desk.api.ts';
import { WalletTable } from './WalletTable.tsx';

const groups = ['main', 'stablecoins', 'other'] as const;

/** What was asked for a coin, until the password is given. */
interface Asked {
  what: 'switch' | 'minimum';
  wallet: DeskWallet;
}

/** The tab of deposit addresses. Changing one has a page of its own; every change needs the password. */
export function Wallets() {
  const { t } = useTranslation(['walletDesk', 'auth']);
  const { data: wallets, error, refetch } = useQuery(walletsQuery);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      <header className="flex flex-col gap-1">
        <h2 className="text-lg">{t('title')}</h2>
        <p className="max-w-[80ch] text-sm text-muted">{t('lede')}</p>
      </header>
      {error && <DeskProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
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
                onSwitch={(wallet) => setAsked({ what: 'switch', wallet })}
                onMinimum={(wallet) => setAsked({ what: 'minimum', wallet })}
              />
            </div>
          );
        })}
      {!wallets && !error && (
        <Skeleton>
          <Bone className="mb-6 h-44 rounded-card" />
          <Bone className="mb-6 h-32 rounded-card" />
          <Bone className="h-64 rounded-card" />
        </Skeleton>
      )}
      {asked?.what === 'switch' && <SwitchDialog wallet={asked.wallet} onClose={close} />}
      {asked?.what === 'minimum' && <MinimumDialog wallet={asked.wallet} onClose={close} />}
    </div>
  );
}
