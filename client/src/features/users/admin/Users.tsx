import { useQuery } from '@tanstack/react-query';
import { Tag, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenParam } from '#client/lib/browser/useListParams.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyList, NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { ListTools } from '#client/ui/layout/admin/ListTools.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ExportSlot } from '#client/ui/layout/ExportSlot.tsx';
import { maxCounted } from '#shared/reference/limits.ts';
import { maxTypedTagLength } from '#shared/users/users.handling.ts';
import { NewCustomer, NewCustomerButton } from './NewCustomer.tsx';
import { UserActionDialog } from './UserActionDialog.tsx';
import { UserDialog, type UserParts } from './UserDialog.tsx';
import { usersPageSize, usersQuery } from './users.admin.queries.ts';
import type { PendingAction } from './users.pending-action.ts';
import { UsersTable } from './UsersTable.tsx';
import { useUsersState, type UsersState } from './useUsersState.ts';

/** The list of users, with search, filters and the dialogs of their actions. */
export function Users({ parts }: { parts: UserParts }) {
  const { t } = useTranslation(['users.admin', 'common']);
  const state = useUsersState();
  const { data, error, refetch } = useQuery(usersQuery(state.query));
  const [pendingAction, setPendingAction] = useState<PendingAction>();
  const mayWrite = useMay()('users.write');
  const [isAdding, setAdding] = useOpenParam('new');
  const isBare = data?.total === 0 && !state.isNarrowed;
  // A narrowed list counts what it shows below itself.
  const isCounted = data && !state.isNarrowed && data.total > 0 && data.total < maxCounted;
  const lede = isCounted ? t('ledeCounted', { total: formatNumber(data.total) }) : t('lede');
  // Without a match the empty list offers to add a customer of the searched name.
  const searchText = data?.total === 0 ? state.filters.q.trim() : '';
  const addButton = mayWrite && <NewCustomerButton searched={searchText} onOpen={() => setAdding(true)} />;
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <ScreenHead title={t('title')} lede={lede}>
        {data?.total !== 0 && <ExportSlot list="users" filter={filtersOf(state.query)} />}
        {!isBare && searchText === '' && addButton}
      </ScreenHead>
      <ListTools isBare={isBare} className="flex flex-wrap items-end gap-3">
        <Filters state={state} />
      </ListTools>
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {data && data.items.length > 0 && (
        <>
          <UsersTable users={data.items} state={state} onAsk={setPendingAction} />
          <Pagination page={state.page} pageSize={usersPageSize} total={data.total} onPage={state.goTo} />
          {data.total >= maxCounted && (
            <p className="text-xs text-muted">{t('capped', { count: formatNumber(maxCounted) })}</p>
          )}
        </>
      )}
      {data?.items.length === 0 &&
        (isBare ? (
          <EmptyList Icon={UserRound} text={t('noneText')} action={addButton} />
        ) : (
          <NothingFound q={state.filters.q} onClear={state.clear} next={searchText !== '' && addButton} />
        ))}
      {!data && !error && <Skeleton line="h-96 rounded-card" />}
      {isAdding && mayWrite && (
        <NewCustomer searched={searchText} onAdded={state.open} onClose={() => setAdding(false)} />
      )}
      {pendingAction && (
        <UserActionDialog
          {...pendingAction}
          onClose={() => setPendingAction(undefined)}
          onDeleted={() => state.open(undefined)}
        />
      )}
      {state.openId && !pendingAction && (
        <UserDialog id={state.openId} parts={parts} onAsk={setPendingAction} onClose={() => state.open(undefined)} />
      )}
    </div>
  );
}

/** The filters, without the sort and the page. */
function filtersOf({ q, status, kyc, tag, assignee }: UsersState['query']) {
  return { q, status, kyc, tag, assignee };
}

function Filters({ state: { filters, change } }: { state: UsersState }) {
  const { t } = useTranslation(['users.admin', 'common', 'users.handling']);
  return (
    <>
      <div className="w-full sm:w-64">
        <SearchBox id="people-search" label={t('search')} value={filters.q} onChange={(q) => change({ q })} />
      </div>
      {/* On a phone in several lines: a chip out of sight is not found. */}
      <div className="flex flex-wrap gap-2">
        <FilterChips
          inline
          single
          label={t('filter.status')}
          options={[
            { value: 'active', text: t('common:status.active') },
            { value: 'blocked', text: t('common:status.blocked') },
          ]}
          chosen={filters.status ? [filters.status] : []}
          onChange={([status]) => change({ status })}
        />
        <FilterChips
          inline
          single
          label={t('filter.kyc')}
          options={[
            { value: 'approved', text: t('filter.kycApproved') },
            { value: 'pending', text: t('filter.kycPending') },
          ]}
          chosen={filters.kyc ? [filters.kyc] : []}
          onChange={([kyc]) => change({ kyc })}
        />
        <FilterChips
          inline
          single
          label={t('users.handling:assignee')}
          options={[{ value: 'me', text: t('users.handling:mine') }]}
          chosen={filters.assignee === 'me' ? ['me'] : []}
          onChange={([assignee]) => change({ assignee })}
        />
        <div className="w-36 shrink-0">
          <SearchBox
            id="people-tag"
            Icon={Tag}
            label={t('users.handling:tag')}
            maxLength={maxTypedTagLength}
            value={filters.tag ?? ''}
            onChange={(tag) => change({ tag: tag || undefined })}
          />
        </div>
      </div>
    </>
  );
}
