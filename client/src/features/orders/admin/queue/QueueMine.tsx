import { HandHelping } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTakeNext } from '#client/features/users/users.handling.queries.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import type { QueueState } from './useQueueState.ts';

export function MineChip({ state }: { state: QueueState }) {
  const { t } = useTranslation('users.handling');
  return (
    <FilterChips
      label={t('assignee')}
      single
      options={[{ value: 'me', text: t('mine') }]}
      chosen={state.filters.assignee === 'me' ? ['me'] : []}
      onChange={([chosen]) => state.change({ assignee: chosen })}
    />
  );
}

/** Takes the oldest unassigned order, and opens it. */
export function TakeNext({ state }: { state: QueueState }) {
  const { t } = useTranslation('users.handling');
  const take = useTakeNext();
  const mayWrite = useMay()('notes.write');
  if (!mayWrite) return null;
  return (
    <Button
      size="small"
      variant="outline"
      busy={take.isPending}
      icon={<HandHelping aria-hidden="true" className="size-4" strokeWidth={1.75} />}
      onClick={() =>
        take.mutate(undefined, {
          onSuccess: (order) => (order ? state.open(order.id) : toast({ title: t('noneLeft') })),
          onError: () => toast({ title: t('failed.take') }),
        })
      }
    >
      {t('takeNext')}
    </Button>
  );
}
