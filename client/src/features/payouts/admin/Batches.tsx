import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import type { BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import { batchesQuery } from '../payouts.queries.ts';
import { BatchCard } from './BatchCard.tsx';

/** Batches of some states, newest first. */
export function Batches({ states, empty }: { states: BatchState[]; empty: string }) {
  const { t } = useTranslation('payouts.admin');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(batchesQuery(states, page));
  if (error) return <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />;
  if (data?.items.length === 0) return <EmptyState title={empty} />;
  return (
    <section aria-label={t('batches')} className="flex flex-col gap-4">
      <ul className="flex flex-col gap-4">
        {data?.items.map((batch) => (
          <BatchCard key={batch.id} batch={batch} />
        ))}
      </ul>
      {data && data.total > 20 && <Pagination page={page} pageSize={20} total={data.total} onPage={setPage} />}
    </section>
  );
}
