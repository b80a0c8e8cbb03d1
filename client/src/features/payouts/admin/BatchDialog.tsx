import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { batchQuery } from '../payouts.queries.ts';
import { BatchCard } from './Batches.tsx';

/** One batch that was found by its reference, with its lines and the actions on it. */
export function BatchDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('payouts.admin');
  const { data, error, refetch } = useQuery(batchQuery(id));
  return (
    <Dialog open title={data?.reference ?? t('batches')} widthPx={880} onClose={onClose}>
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton line="h-64 rounded-card" />}
      <ul>{data && <BatchCard batch={data} />}</ul>
    </Dialog>
  );
}
