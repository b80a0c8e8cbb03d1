import { useQuery } from '@tanstack/react-query';
import { Coins, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chains, useChains } from '#client/features/chains/components/Chains.tsx';
import { formatNumber } from '#client/lib/format/format.ts';
import { Crypto } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ContractDialog, shown, type ShownAction } from '#client/ui/overlay/ContractDialog.tsx';
import { updateWallet } from '#shared/wallets/wallets.contract.ts';
import { walletRoutes, walletsQuery, type AdminWallet } from './wallets.admin.queries.ts';
import { WalletTable } from './WalletTable.tsx';

const groups = ['main', 'stablecoins', 'other'] as const;

/** The tab of deposit addresses. A change of one has a page of its own. */
export function Wallets() {
  const { t } = useTranslation(['wallets.admin', 'auth', 'common']);
  const { data: wallets, error, refetch, isFetching } = useQuery(walletsQuery);
  const { data: chains = [] } = useChains();
  const [pendingAction, setPendingAction] = useState<{ what: 'switch' | 'minimum'; wallet: AdminWallet }>();
  const close = () => setPendingAction(undefined);
  const samples = wallets?.filter(({ isSample }) => isSample) ?? [];
  const [firstSample] = samples;
  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      <ScreenHead title={t('title')} lede={t('lede')} />
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {wallets?.length === 0 && (
        <EmptyList
          Icon={Coins}
          text={t('noneText')}
          action={
            <Button
              text={t('common:action.tryAgain')}
              icon={<RotateCw className="size-4" strokeWidth={2} />}
              busy={isFetching}
              onClick={() => void refetch()}
            />
          }
        />
      )}
      {firstSample && (
        <Note
          tone="warning"
          action={
            <ButtonLink
              text={t('enterFirst', { coin: firstSample.cryptoName })}
              size="small"
              variant="filled"
              to={`/admin/wallets/${firstSample.cryptoId}`}
            />
          }
        >
          {t('samples', { count: samples.length, shown: formatNumber(samples.length) })}
        </Note>
      )}
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
                onSwitch={(wallet) => setPendingAction({ what: 'switch', wallet })}
                onMinimum={(wallet) => setPendingAction({ what: 'minimum', wallet })}
              />
            </div>
          );
        })}
      {wallets && <Chains chains={chains} />}
      {!wallets && !error && (
        <Skeleton line={['mb-6 h-64 rounded-card', 'mb-6 h-44 rounded-card', 'h-64 rounded-card']} />
      )}
      {pendingAction?.what === 'switch' && <SwitchDialog wallet={pendingAction.wallet} onClose={close} />}
      {pendingAction?.what === 'minimum' && <MinimumDialog wallet={pendingAction.wallet} onClose={close} />}
    </div>
  );
}

interface DialogProps {
  wallet: AdminWallet;
  onClose: () => void;
}

/** Changes the smallest deposit of a coin, which customers see at once. */
function MinimumDialog({ wallet, onClose }: DialogProps) {
  const { t } = useTranslation('wallets.admin');
  const { cryptoName: coin, cryptoSymbol: symbol, minimumDeposit } = wallet;
  const value = String(minimumDeposit);
  const change = shown(updateWallet, {
    label: t('ask.minimum.title', { coin }),
    confirm: t('ask.minimum.yes'),
    fields: {
      minimumDeposit: {
        kind: 'amount',
        label: t('ask.minimum.field'),
        suffix: symbol,
        missing: 'minimum_deposit_invalid',
        value,
      },
    },
    children: (
      <p>
        {t('ask.minimum.text')} <Crypto amount={minimumDeposit} symbol={symbol} />
      </p>
    ),
    onDone: () => toast({ title: t('done.minimum', { coin }) }),
  });
  return <WalletDialog action={change} wallet={wallet} onClose={onClose} />;
}

/** Takes a coin off sale, or puts it back, at once. */
function SwitchDialog({ wallet, onClose }: DialogProps) {
  const { t } = useTranslation('wallets.admin');
  const { cryptoName: coin, isActive, isSample } = wallet;
  const textKey = isActive ? 'off' : 'on';
  const change = shown(updateWallet, {
    label: t(`ask.${textKey}.title`, { coin }),
    confirm: t(`ask.${textKey}.yes`, { coin }),
    danger: isActive,
    sends: { isActive: !isActive },
    children: (
      <>
        <p>{t(`ask.${textKey}.text`, { coin })}</p>
        {isSample && !isActive && <p className="text-sm text-pending">{t('ask.on.sample')}</p>}
      </>
    ),
    onDone: () => toast({ title: t(`done.${textKey}`, { coin }) }),
  });
  return <WalletDialog action={change} wallet={wallet} onClose={onClose} />;
}

function WalletDialog({ action, wallet, onClose }: DialogProps & { action: ShownAction }) {
  const { t } = useTranslation('wallets.admin');
  const row = { params: { cryptoId: wallet.cryptoId } };
  return (
    <ContractDialog action={action} row={row} onClose={onClose} failed={t('failed.update')} reads={walletRoutes} />
  );
}
