import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useRowKeys } from '#client/lib/keyboard/useRowKeys.ts';
import { useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyList, NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { ListSearch } from '#client/ui/layout/admin/ListSearch.tsx';
import { ListTools } from '#client/ui/layout/admin/ListTools.tsx';
import { needsReview } from '#shared/payouts/payouts.flags.ts';
import { useDue } from '../components/useDue.ts';
import { duePageSize, payoutsQuery, useMakeBatch, type Payout } from '../payouts.queries.ts';
import { isStopped } from './DueActs.tsx';
import { batchGroupId, DueGroup } from './DueGroup.tsx';
import { NoPayouts } from './frame/NoPayouts.tsx';
import { HoldDialog } from './PayoutActions.tsx';
import { payoutRowId } from './PayoutTable.tsx';
import { RailFilter } from './Rails.tsx';
import type { DueGroup as Group } from './useDueGroups.ts';

/** The approved payouts in groups, each with one button that makes its batch. */
export function Due() {
  const { t } = useTranslation(['payouts.admin', 'admin.common']);
  const [page, setPage] = useState(1);
  const [q, setQ] = useState('');
  const [method, setMethod] = useState('');
  const [isReviewOnly, setReviewOnly] = useState(false);
  const { data, error, refetch } = useQuery(payoutsQuery(['due'], page, { q, method, perPage: duePageSize }));
  const rows = data?.items ?? [];
  const { groups, flagsOf, payFrom, isKnown, error: loadError } = useDue(rows);
  const isSearched = q !== '' || method !== '';
  const toReview = rows.filter((payout) => needsReview(flagsOf(payout)));
  const isBare = data?.total === 0 && !isSearched;
  const clear = () => {
    setQ('');
    setMethod('');
  };
  return (
    <section aria-label={t('tab.due')} className="flex flex-col gap-4">
      <ListTools isBare={isBare} className="flex flex-wrap items-center gap-3">
        <FilterChips
          label={t('column.flag')}
          single
          staying
          options={[
            { value: 'all', text: t('filter.all'), count: data?.total },
            { value: 'look', text: t('filter.look'), count: data && toReview.length },
          ]}
          chosen={[isReviewOnly ? 'look' : 'all']}
          onChange={([option]) => setReviewOnly(option === 'look')}
        />
        <div className="flex min-w-0 flex-1 basis-80 items-center gap-3 max-md:basis-full">
          <div className="min-w-0 flex-1">
            <ListSearch id="payouts-q" label={t('search')} value={q} onChange={setQ} />
          </div>
          <RailFilter method={method} onMethod={setMethod} />
        </div>
      </ListTools>
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {isBare && <NoPayouts tab="due" />}
      {data && rows.length === 0 && isSearched && <NothingFound q={q} onClear={clear} />}
      {loadError && !isKnown && <AdminProblem error={loadError} title={t('failed.fetch')} />}
      {rows.length > 0 && isKnown && <Groups {...{ groups, flagsOf, payFrom, isReviewOnly }} />}
      {data && data.total > duePageSize && (
        <Pagination page={page} pageSize={duePageSize} total={data.total} onPage={setPage} />
      )}
    </section>
  );
}

type DueGroups = Pick<ReturnType<typeof useDue>, 'groups' | 'flagsOf' | 'payFrom'>;

/** The payouts that a batch takes: payouts that a member added or removed take precedence. */
function useBatchChoice({ groups, flagsOf }: Pick<DueGroups, 'groups' | 'flagsOf'>) {
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isIn = (payout: Payout) => {
    const flags = flagsOf(payout);
    return !flags.some(({ stops }) => stops) && (choices.get(payout.id) ?? !needsReview(flags));
  };
  const set = (payouts: readonly Payout[], isOn: (payout: Payout) => boolean) =>
    setChoices(new Map([...choices, ...payouts.map((payout) => [payout.id, isOn(payout)] as const)]));
  const pickedPayouts = groups.flatMap(({ payouts }) => payouts.filter(isIn));
  return {
    pickedPayouts,
    batchOf: ({ payouts }: Group) => payouts.filter((payout) => pickedPayouts.includes(payout)),
    set,
  };
}

/** Makes the batch of a group. Its state is above the groups: a group disappears once none of its payouts is due. */
function useBatches() {
  const { t } = useTranslation('payouts.admin');
  const may = useMay();
  const navigate = useNavigate();
  const make = useMakeBatch();
  const [madeBatchId, setMadeBatchId] = useState<string>();
  const batch = ({ id, account }: Group, payouts: readonly Payout[]) => {
    const showMade = ({ reference }: { reference: string }) => {
      toast({ title: t('made'), text: reference });
      if (may('payouts.release')) void navigate('?tab=release');
    };
    const payoutIds = payouts.map((payout) => payout.id);
    setMadeBatchId(id);
    make.mutate({ accountId: account?.id ?? null, payoutIds, key: crypto.randomUUID() }, { onSuccess: showMade });
  };
  return { batch, makeOf: ({ id }: Group) => (id === madeBatchId ? make : { isPending: false, error: null }) };
}

function Groups({ groups, flagsOf, payFrom, isReviewOnly }: DueGroups & { isReviewOnly: boolean }) {
  const { t } = useTranslation('payouts.admin');
  const { pickedPayouts, batchOf, set } = useBatchChoice({ groups, flagsOf });
  const { batch, makeOf } = useBatches();
  const shownOf = ({ payouts }: Group) =>
    isReviewOnly ? payouts.filter((payout) => needsReview(flagsOf(payout))) : payouts;
  const mayPrepare = useMay()('payouts.prepare');
  const isOn = useShortcutSwitch().isOn && mayPrepare;
  const rows = groups.flatMap(shownOf);
  const all = groups.flatMap(({ payouts }) => payouts);
  const canBatch = all.some((payout) => !flagsOf(payout).some(({ stops }) => stops));
  const [heldPayoutId, setHeldPayoutId] = useState<string>();
  const heldPayout = all.find(({ id }) => id === heldPayoutId);
  const groupOf = (id: string | undefined) => groups.find(({ payouts }) => payouts.some((payout) => payout.id === id));
  const { choose } = useRowKeys({
    ids: rows.map(({ id }) => id),
    elementIdOf: payoutRowId,
    chosen: new Set(pickedPayouts.map(({ id }) => id)),
    // A payout that no member touched stays undecided: it is left out as soon as it needs a check.
    setChosen: (ids) =>
      set(
        all.filter((payout) => ids.has(payout.id) !== pickedPayouts.includes(payout)),
        ({ id }) => ids.has(id),
      ),
    keys: {
      'shift b': (id) => document.getElementById(batchGroupId((groupOf(id) ?? groups[0])?.id ?? ''))?.click(),
      h: setHeldPayoutId,
    },
    isOn,
  });
  return (
    <>
      {isReviewOnly && rows.length === 0 && <EmptyList Icon={CircleCheck} text={t('none.look')} />}
      {groups.map((group, index) => (
        <DueGroup
          key={group.id}
          group={group}
          shown={shownOf(group)}
          picked={batchOf(group)}
          flagsOf={flagsOf}
          onChoose={mayPrepare ? ({ id }, isRange) => choose(id, isRange) : undefined}
          onChooseAll={(on) => set(group.payouts, () => on)}
          onPayFrom={(accountId) => payFrom(group.id, accountId)}
          onHold={({ id }) => setHeldPayoutId(id)}
          onBatch={() => batch(group, batchOf(group))}
          isFirst={index === 0}
          hasSteps={all.some((payout) => isStopped(flagsOf(payout)))}
          make={makeOf(group)}
        />
      ))}
      {heldPayout && <HoldDialog key={heldPayout.id} payout={heldPayout} onClose={() => setHeldPayoutId(undefined)} />}
      {isOn && <KeyHints canBatch={canBatch} />}
    </>
  );
}

const batchKeys = ['Shift', 'B'];

function KeyHints({ canBatch }: { canBatch: boolean }) {
  const { t } = useTranslation('payouts.admin');
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted max-md:hidden">
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> {t('keys.move')}
      </span>
      {canBatch && (
        <span>
          <Kbd>X</Kbd> {t('keys.leave')}
        </span>
      )}
      <span>
        <Kbd>H</Kbd> {t('keys.hold')}
      </span>
      {canBatch && (
        <span>
          {batchKeys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}{' '}
          {t('keys.batch')}
        </span>
      )}
    </p>
  );
}
