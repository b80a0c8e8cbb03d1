import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useListParams } from '#client/lib/browser/useListParams.ts';
import { coinSums } from '#client/lib/format/coin-sums.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { Queue, queueParams } from '#client/ui/layout/Queue.tsx';
import { CardActs } from '#client/ui/overlay/CardActs.tsx';
import {
  unmatchedPageSize as pageSize,
  unmatchedQuery,
  useUnmatchedChanges,
  type UnmatchedTransfer,
} from '../settlements.queries.ts';
import { UnmatchedActions } from './UnmatchedActions.tsx';
import { Arrived, Transfer, Why } from './UnmatchedCells.tsx';
import { UnmatchedSums } from './UnmatchedSums.tsx';

const states = ['open', 'done', 'all'] as const;
const list = queueParams('transfer', states, 'open');

/** Transfers that arrived without an order: the team assigns, sends back or keeps them, with a reason. */
export function UnmatchedPage() {
  const { t } = useTranslation('settlements.admin');
  const params = useListParams(list);
  const { q, state } = params.filters;
  const query = useQuery(unmatchedQuery({ q: q || undefined, state, page: params.page, pageSize }));
  useUnmatchedChanges();
  const may = useMay();
  return (
    <Queue
      Icon={CircleCheck}
      usual="open"
      emptyAct={<Button text={t('unmatched.toDecided')} onClick={() => params.change({ state: 'done' })} />}
      {...{ item: list.item, params, found: query, pageSize }}
      text={(name) => t(`unmatched.list.${name}`)}
      states={{
        label: t('unmatched.states'),
        options: states.map((value) => ({ value, text: t(`unmatched.state.${value}`) })),
        staying: true,
      }}
      head={
        <>
          {!may('orders.decide') && <NotPermitted needs="orders.decide" />}
          {state === 'open' && query.data && query.data.total > 0 && query.data.total <= pageSize && (
            <p className="text-sm text-muted">
              {t('unmatched.openSum', {
                number: formatNumber(query.data.total),
                sums: coinSums(query.data.items),
              })}
            </p>
          )}
        </>
      }
      // With the rows, which would push it down.
      foot={query.data && <UnmatchedSums />}
    >
      {(transfers) => <Transfers transfers={transfers} />}
    </Queue>
  );
}

/** Transfers, one line each: amount, route, candidate sales, and the decision. */
function Transfers({ transfers }: { transfers: readonly UnmatchedTransfer[] }) {
  const { t } = useTranslation('settlements.admin');
  const columns: Column<UnmatchedTransfer>[] = [
    {
      id: 'why',
      header: t('unmatched.column.why'),
      width: '32%',
      cell: (transfer) => <Why transfer={transfer} />,
    },
    {
      id: 'hash',
      header: t('unmatched.column.transfer'),
      width: '17%',
      cell: (transfer) => <Transfer transfer={transfer} />,
    },
    {
      id: 'amount',
      header: t('sum.arrived'),
      width: '16%',
      end: true,
      cell: (transfer) => <Arrived transfer={transfer} />,
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('unmatched.column.actions')}</span>,
      width: '35%',
      end: true,
      cell: (transfer) => <UnmatchedActions transfer={transfer} />,
    },
  ];
  return (
    <Table
      dense
      fixed
      wide
      caption={t('unmatched.list.title')}
      columns={columns}
      rows={transfers}
      rowKey={({ id }) => id}
      card={(transfer) => (
        <>
          <Arrived transfer={transfer} />
          <Why transfer={transfer} />
          <Transfer transfer={transfer} />
          <CardActs>
            <UnmatchedActions transfer={transfer} />
          </CardActs>
        </>
      )}
    />
  );
}
