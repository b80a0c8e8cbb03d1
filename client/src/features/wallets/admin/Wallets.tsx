import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Chains, useChains } from '#client/features/chains/components/Chains.tsx';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { Crypto } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { typedAmount } from '#client/ui/form/contract-schemas.ts';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { ActionDialog, ActionFormDialog } from '#client/ui/overlay/ActionDialog.tsx';
import { updateWallet } from '#shared/wallets/wallets.contract.ts';
import { useWalletAction, walletsQuery, type AdminWallet } from './wallets.admin.queries.ts';
import { WalletTable } from './WalletTable.tsx';

const groups = ['main', 'stablecoins', 'other'] as const;

/** The tab of deposit addresses. Changing one has a page of its own. */
export function Wallets() {
  const { t } = useTranslation(['wallets.admin', 'auth']);
  const { data: wallets, error, refetch } = useQuery(walletsQuery);
  const { data: chains = [] } = useChains();
  const [pending, setPending] = useState<{ what: 'switch' | 'minimum'; wallet: AdminWallet }>();
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
        <Skeleton line={['mb-6 h-64 rounded-card', 'mb-6 h-44 rounded-card', 'h-64 rounded-card']} />
      )}
      {pending?.what === 'switch' && <SwitchDialog wallet={pending.wallet} onClose={close} />}
      {pending?.what === 'minimum' && <MinimumDialog wallet={pending.wallet} onClose={close} />}
    </div>
  );
}

const { minimumDeposit: plainMinimum } = updateWallet.body.shape;

function minimumForm(language: string) {
  return z.object({ minimumDeposit: typedAmount(plainMinimum.unwrap(), language) });
}

/** Changes the smallest deposit of a coin; quoted to customers at once. */
function MinimumDialog({ wallet, onClose }: { wallet: AdminWallet; onClose: () => void }) {
  const { t, i18n } = useTranslation('wallets.admin');
  const { cryptoId, cryptoName: coin, cryptoSymbol: symbol, minimumDeposit } = wallet;
  const [form, field] = useContractForm(minimumForm(i18n.language), {
    defaultValues: { minimumDeposit: String(minimumDeposit) },
  });
  useLeaveGuard(form.formState.isDirty);
  const action = useWalletAction(cryptoId);
  return (
    <ActionFormDialog
      form={form}
      title={t('ask.minimum.title', { coin })}
      confirm={t('ask.minimum.yes')}
      failed={t('failed.update')}
      done={t('done.minimum', { coin })}
      act={(body) => action.mutateAsync({ kind: 'change', body })}
      onClose={onClose}
    >
      <p>
        {t('ask.minimum.text')} <Crypto amount={minimumDeposit} symbol={symbol} />
      </p>
      <TextInput
        label={t('ask.minimum.field')}
        inputMode="decimal"
        autoComplete="off"
        suffix={symbol}
        {...field('minimumDeposit')}
      />
    </ActionFormDialog>
  );
}

/** Takes a coin off sale, or puts it back, at once. */
function SwitchDialog({ wallet, onClose }: { wallet: AdminWallet; onClose: () => void }) {
  const { t } = useTranslation('wallets.admin');
  const { cryptoId, cryptoName: coin, isActive, isSample } = wallet;
  const { mutateAsync } = useWalletAction(cryptoId);
  const textKey = isActive ? 'off' : 'on';
  return (
    <ActionDialog
      danger={isActive}
      title={t(`ask.${textKey}.title`, { coin })}
      confirm={t(`ask.${textKey}.yes`, { coin })}
      failed={t('failed.update')}
      done={t(`done.${textKey}`, { coin })}
      act={() => mutateAsync({ kind: 'change', body: { isActive: !isActive } })}
      onClose={onClose}
    >
      <p>{t(`ask.${textKey}.text`, { coin })}</p>
      {isSample && !isActive && <p className="text-sm text-pending">{t('ask.on.sample')}</p>}
    </ActionDialog>
  );
}

/** The deposit addresses on their own. */
export function WalletsPage() {
  const { t } = useTranslation('wallets.admin');
  return (
    <>
      <PageTitle title={t('title')} className="sr-only">
        {t('title')}
      </PageTitle>
      <Wallets />
    </>
  );
}
