import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, maskedAccount } from '#client/lib/format/format.ts';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { payoutAccountsQuery, useRemoveAccount, type PayoutAccount } from '../payout-accounts.queries.ts';

/** The user's payout accounts, each removable, and the control to `add` one. */
export function PayoutAccountsSection({ add }: { add: ReactNode }) {
  const { t } = useTranslation('payout-accounts');
  const { data, error, refetch, isFetching } = useQuery(payoutAccountsQuery);
  const [accountToRemove, setAccountToRemove] = useState<PayoutAccount>();
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
    return <Skeleton line="h-20 rounded-card" />;
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<Landmark className="size-8" strokeWidth={1.5} />}
        title={t('empty')}
        text={t('emptyText')}
        action={add}
      />
    );
  }
  return (
    <>
      <p className="text-muted">{t('lede')}</p>
      <ul className="card divide-y divide-line">
        {data.map((account) => (
          <li key={account.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium wrap-anywhere">
                {account.bankName} <bdi dir="ltr">{maskedAccount(account.accountNumber)}</bdi>
              </p>
              <p className="text-sm wrap-anywhere text-muted">
                {account.accountName} · {account.currency} · {t('used', { date: formatDate(account.lastUsedAt) })}
              </p>
            </div>
            <Button
              text={t('remove')}
              size="small"
              aria-label={t('removeOne', { bank: account.bankName, account: maskedAccount(account.accountNumber) })}
              onClick={() => setAccountToRemove(account)}
            />
          </li>
        ))}
      </ul>
      {add}
      {accountToRemove && <RemoveDialog account={accountToRemove} onClose={() => setAccountToRemove(undefined)} />}
    </>
  );
}

function RemoveDialog({ account, onClose }: { account: PayoutAccount; onClose: () => void }) {
  const { t } = useTranslation('payout-accounts');
  const remove = useRemoveAccount();
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      confirm={t('remove')}
      by={remove}
      failed={t('failed')}
      onConfirm={() => remove.mutate(account.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('removeText', { bank: account.bankName, account: maskedAccount(account.accountNumber) })}</p>
    </ConfirmDialog>
  );
}
