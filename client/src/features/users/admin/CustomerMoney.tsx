import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#client/lib/api/query.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { DottedRow, DottedRows } from '#client/ui/brand/Slip.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';

const moneyQuery = (id: string) => apiQuery('GET /api/admin/users/:id/money', { params: { id } });

/** What a customer was paid, what that earned, the limit, and where they are paid. */
export function CustomerMoney({ id }: { id: string }) {
  const { t } = useTranslation('users.admin');
  const mayRead = useMay()('orders.read');
  const { data: money, error } = useQuery({ ...moneyQuery(id), enabled: mayRead });
  if (error) return <AdminProblem error={error} title={t('failed.fetch')} />;
  if (!money) return null;
  const { volumeUsd, fees, limitUsedUsd, limitUsd, limitDays, accounts } = money;
  const used = formatMoneyText(limitUsedUsd, 'USD');
  return (
    <section aria-labelledby="person-money">
      <h3 id="person-money" className="mb-1 text-base">
        {t('money.title')}
      </h3>
      <DottedRows>
        <DottedRow label={t('money.volume')}>
          <Money amount={volumeUsd} currency="USD" />
        </DottedRow>
        <DottedRow label={t('money.limit', { days: limitDays })}>
          {limitUsd === null ? used : t('money.ofLimit', { used, limit: formatMoneyText(limitUsd, 'USD') })}
        </DottedRow>
        <DottedRow label={t('money.fees')}>
          {fees.map(({ currency, fee }) => formatMoneyText(fee, currency)).join(', ') || '—'}
        </DottedRow>
        <DottedRow label={t('money.accounts')} prose>
          {accounts.length === 0 && '—'}
          <ul>
            {accounts.map(({ id: account, currency, bankName, accountNumber }) => (
              <li key={account} className="wrap-anywhere">
                {currency} · {bankName} · <bdi dir="ltr">{accountNumber}</bdi>
              </li>
            ))}
          </ul>
        </DottedRow>
      </DottedRows>
    </section>
  );
}
