import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CircleCheck, IdCard } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#client/lib/api/call.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { useShortcutKeys } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { SortSelect } from '#client/ui/data/SortSelect.tsx';
import { EmptyList, NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { ChipStrip } from '#client/ui/layout/ChipStrip.tsx';
import { ExportSlot } from '#client/ui/layout/ExportSlot.tsx';
import { ListPane } from '#client/ui/layout/ListPane.tsx';
import { FilterDialog } from '#client/ui/overlay/FilterDialog.tsx';
import { waitingSorts } from '#shared/kernel/paging.ts';
import { requestsPageSize, waitingQuery, type AdminKycRequest } from './kyc.admin.queries.ts';
import { RequestRow } from './RequestRow.tsx';
import type { RequestsState } from './useRequestsState.ts';

export const requestsSearchId = 'kyc-search';

interface RequestListProps {
  state: RequestsState;
  list: UseQueryResult<{ items: AdminKycRequest[]; total: number }>;
  keys: Readonly<Record<string, () => void>>;
  keysOn: boolean;
  onEnter: (id: string) => void;
  footer: ReactNode;
  className?: string;
}

/** The requests: those that wait first, the longest waiting on top, then the decided ones; or by age. */
export function RequestList({ state, list, keys, keysOn, onEnter, footer, className }: RequestListProps) {
  const { t } = useTranslation('kyc.admin');
  useShortcutKeys('screen', keys, keysOn);
  const now = useNow(true, 30_000);
  const isBare = list.data?.total === 0 && !state.isNarrowed;
  const waitsFirst =
    state.filters.sort === 'waiting' && list.data?.items.some(({ status }) => status === 'pending') === true;
  const status = list.error instanceof CallError ? list.error.status : 0;
  return (
    <ListPane
      titleId="kyc-queue-title"
      title={t('title')}
      tools={
        <>
          <div className="min-w-0 flex-1">
            <SearchBox
              id={requestsSearchId}
              label={t('search')}
              value={state.filters.q}
              onChange={(q) => state.change({ q })}
            />
          </div>
          <SortDialog state={state} />
          <ExportSlot iconOnly list="kyc" filter={{ q: state.query.q, status: state.query.status }} />
        </>
      }
      chips={<StatusChips state={state} />}
      failed={t('failed.fetch', { status })}
      updated={(time) => t(waitsFirst ? 'updated' : 'updatedAt', { time })}
      page={state.page}
      pageSize={requestsPageSize}
      onPage={state.goTo}
      list={list}
      isBare={isBare}
      footer={footer}
      className={className}
    >
      {(page) => <Rows state={state} now={now} onEnter={onEnter} page={page} />}
    </ListPane>
  );
}

function StatusChips({ state }: { state: RequestsState }) {
  const { t } = useTranslation(['kyc.admin', 'common']);
  const waitingCount = useQuery(waitingQuery).data;
  const { show } = state.filters;
  return (
    <ChipStrip wraps>
      <FilterChips
        label={t('status')}
        single
        inline
        options={[
          { value: 'pending', text: t('common:status.pending'), count: waitingCount },
          { value: 'approved', text: t('common:status.approved') },
          { value: 'rejected', text: t('common:status.rejected') },
          { value: 'revoked', text: t('common:status.revoked') },
          { value: 'expired', text: t('common:status.expired') },
        ]}
        chosen={show ? [show] : []}
        onChange={([status]) => state.change({ show: status })}
      />
    </ChipStrip>
  );
}

function SortDialog({ state: { filters, change } }: { state: RequestsState }) {
  return (
    <FilterDialog iconOnly chosen={Number(filters.sort !== 'waiting')} onClear={() => change({ sort: 'waiting' })}>
      <SortSelect sorts={waitingSorts} value={filters.sort} onChange={(sort) => change({ sort })} />
    </FilterDialog>
  );
}

interface RowsProps {
  state: RequestsState;
  page: { items: AdminKycRequest[]; total: number };
  now: number;
  onEnter: (id: string) => void;
}

function Rows({ state, page: { items, total }, now, onEnter }: RowsProps) {
  const { t } = useTranslation('kyc.admin');
  if (items.length === 0) return <NoRequests state={state} isPast={total > 0} />;
  const { show, sort } = state.filters;
  // If waiting requests come first, the decided ones have a heading.
  const isGrouped = !show && sort === 'waiting';
  const firstDecided = isGrouped ? items.find(({ status }) => status !== 'pending') : undefined;
  const noneWaits = isGrouped && !state.filters.q && state.page === 1 && firstDecided === items[0];
  return (
    <>
      {noneWaits && (
        <p className="flex items-center gap-2 border-b border-line px-4 py-3 text-sm">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-completed" />
          {t('empty.text')}
        </p>
      )}
      <ol aria-label={t('total', { count: total })}>
        {items.map((row) => (
          <Fragment key={row.id}>
            {row === firstDecided && (
              <li className="border-b border-line bg-sunken px-4 py-1.5 text-xs font-medium text-muted">
                {t('decidedOnes')}
              </li>
            )}
            <RequestRow
              row={row}
              href={state.hrefOf(row.id)}
              now={now}
              isCurrent={row.id === state.openId}
              onEnter={() => onEnter(row.id)}
            />
          </Fragment>
        ))}
      </ol>
    </>
  );
}

function NoRequests({ state, isPast }: { state: RequestsState; isPast: boolean }) {
  const { t } = useTranslation(['kyc.admin', 'admin.common']);
  const { q } = state.filters;
  const mayChange = useMay()('settings.write');
  if (isPast) {
    const toFirst = <Button onClick={() => state.goTo(1)}>{t('empty.first')}</Button>;
    return <EmptyList text={t('admin.common:empty.past')} action={toFirst} />;
  }
  if (state.isNarrowed) return <NothingFound q={q} onClear={() => state.change({ q: '', show: undefined })} />;
  return (
    <EmptyList
      Icon={IdCard}
      text={t('empty.none')}
      action={mayChange && <ButtonLink text={t('empty.toLimit')} to="/admin/settings?section=rules" />}
    />
  );
}
