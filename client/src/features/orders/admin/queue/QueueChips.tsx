import { useTranslation } from 'react-i18next';
import { useMay } from '#client/lib/session/permissions.ts';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { ChipStrip } from '#client/ui/layout/ChipStrip.tsx';
import { useWorkCount } from '../orders.admin.queries.ts';
import type { QueueState } from './useQueueState.ts';

/** The chips above the cards and the table; the pane of the cards is narrow. */
export function QueueChips({ state, isNarrow = false }: { state: QueueState; isNarrow?: boolean }) {
  return (
    <div
      className={
        isNarrow
          ? 'pointer-fine:md:[&_button]:min-h-8 pointer-fine:md:[&_button]:px-2 pointer-fine:md:[&_button]:text-xs'
          : 'contents'
      }
    >
      <ChipStrip wraps>
        <WorkChips state={state} />
        <MineChip state={state} />
      </ChipStrip>
    </div>
  );
}

/** Switches between orders by the work that they wait for; hidden for a member who decides none. */
function WorkChips({ state }: { state: QueueState }) {
  const { t } = useTranslation('orders.admin');
  const mayDecide = useMay()('orders.decide');
  const todoCount = useWorkCount('todo', mayDecide);
  const [waitingCount, approvedCount] = [useWorkCount('waiting'), useWorkCount('approved')];
  const doneCount = useWorkCount('done', mayDecide);
  const options = [
    ...(mayDecide ? [{ value: 'open' as const, text: t('work.todo'), count: todoCount }] : []),
    { value: 'waiting' as const, text: t('work.waiting'), count: waitingCount },
    { value: 'approved' as const, text: t('work.approved'), count: approvedCount },
    ...(mayDecide ? [{ value: 'done' as const, text: t('work.done'), count: doneCount }] : []),
    { value: 'all' as const, text: t('work.all') },
  ];
  const { show, q } = state.filters;
  return (
    <FilterChips
      label={t('work.label')}
      single
      inline
      staying={mayDecide}
      options={options}
      chosen={options.map(({ value }) => value).filter((value) => value === show && !(value === 'open' && q))}
      onChange={([option]) => state.change({ show: option ?? 'open' })}
    />
  );
}

function MineChip({ state }: { state: QueueState }) {
  const { t } = useTranslation('users.handling');
  return (
    <FilterChips
      label={t('assignee')}
      single
      inline
      options={[{ value: 'me', text: t('mine') }]}
      chosen={state.filters.assignee === 'me' ? ['me'] : []}
      onChange={([option]) => state.change({ assignee: option })}
    />
  );
}
