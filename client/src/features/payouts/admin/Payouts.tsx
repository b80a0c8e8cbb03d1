import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { CardActs } from '#client/ui/overlay/CardActs.tsx';
import type { PayoutState } from '#shared/payouts/payouts.lifecycle.ts';
import { pageSize, payoutsQuery, type Payout } from '../payouts.queries.ts';
import { PayoutActions } from './PayoutActions.tsx';

interface PayoutsProps {
  states: PayoutState[];
  title: string;
  /** The act on all of them, at the end of the heading. */
  act?: ReactNode;
}

/** Payouts of some states, with the actions on each; nothing if there are none. */
export function Payouts({ states, title, act }: PayoutsProps) {
  const { t } = useTranslation('payouts.admin');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(payoutsQuery(states, page));
  if (error) return <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />;
  if (data?.items.length === 0) return null;
  const columns: Column<Payout>[] = [
    { id: 'payee', header: t('column.payee'), width: '38%', cell: (payout) => <Payee payout={payout} /> },
    { id: 'reference', header: t('column.reference'), width: '18%', cell: (payout) => <Reference payout={payout} /> },
    {
      id: 'amount',
      header: t('column.amount'),
      width: '20%',
      end: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('column.actions')}</span>,
      width: '24%',
      end: true,
      cell: (payout) => <PayoutActions payout={payout} />,
    },
  ];
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-base">
          {title} {data && <span className="font-normal text-muted figures">{formatNumber(data.total)}</span>}
        </h2>
        {act}
      </div>
      <Table
        dense
        wide
        caption={title}
        columns={columns}
        rows={data?.items ?? []}
        rowKey={({ id }) => id}
        card={(payout) => (
          <>
            <span className="flex flex-wrap items-baseline justify-between gap-2">
              <Money amount={payout.amount} currency={payout.currency} strong />
              <Reference payout={payout} />
            </span>
            <Payee payout={payout} />
            <CardActs>
              <PayoutActions payout={payout} />
            </CardActs>
          </>
        )}
      />
      {data && data.total > pageSize && (
        <Pagination page={page} pageSize={pageSize} total={data.total} onPage={setPage} />
      )}
    </section>
  );
}

function Reference({ payout: { order, endToEndId, batch } }: { payout: Payout }) {
  return (
    <Ltr className="flex flex-wrap items-baseline gap-x-2 font-mono whitespace-nowrap lg:flex-col">
      <TextLink to={`/admin/transactions?show=all&tx=${order.id}`}>{endToEndId ?? order.reference}</TextLink>
      {batch && <span className="text-xs text-muted">{batch.reference}</span>}
    </Ltr>
  );
}

/** The payee of a payout. */
export function Payee({ payout: { payee } }: { payout: Pick<Payout, 'payee'> }) {
  return (
    <span className="flex min-w-0 flex-col">
      <bdi title={payee.accountName} className="line-clamp-2 font-medium wrap-anywhere">
        {payee.accountName}
      </bdi>
      <span
        title={[payee.bankName, payee.bic, payee.bankCode].filter(Boolean).join(' · ')}
        className="flex min-w-0 gap-x-2 text-xs text-muted"
      >
        <Ltr className="shrink-0 figures">{payee.iban ?? payee.accountNumber}</Ltr>
        <bdi className="truncate">{payee.bankName}</bdi>
      </span>
    </span>
  );
}
