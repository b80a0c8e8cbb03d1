import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleCheck, Inbox } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { useShortcutKeys, useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyList, NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { LineAmount, LineTable, type LineGroup } from './LineTable.tsx';
import { linesPageSize, linesQuery, useSettle, type Statement } from './payouts.statements.queries.ts';

/** The groups of lines that a member works through, the quickest first. */
export const openGroups = ['exact', 'proposed', 'unmatched'] as const satisfies readonly LineGroup[];
export const lineViews = ['todo', ...openGroups, 'matched', 'ignored'] as const;
export type LineView = (typeof lineViews)[number];

/** Number of lines of each group if several are shown; a single group has pages. */
const firstLines = 8;

const stateOf = (group: LineGroup) =>
  group === 'exact'
    ? { state: 'proposed' as const, exact: 'true' as const }
    : group === 'proposed'
      ? { state: group, exact: 'false' as const }
      : { state: group };

interface LinesProps {
  q: string;
  state: LineView;
  statement: string;
  page: number;
  /** The statements whose exact lines one press settles. */
  statements: readonly Statement[];
  onPage: (page: number) => void;
  onShow: (group: LineGroup) => void;
  onClear: () => void;
}

/** The lines, and what stands below them: it comes with the first lines, which would move it, and then stays. */
export function Lines({ children, ...props }: LinesProps & { children: ReactNode }) {
  const groups = useShownGroups(props);
  const isPending = groups.some(({ data }) => !data) && !groups.some(({ error }) => error);
  const [hasCome, setCome] = useState(false);
  if (!isPending && !hasCome) setCome(true);
  return (
    <>
      {isPending ? <Skeleton line="h-64 rounded-card" /> : <Groups {...props} groups={groups} />}
      {hasCome && children}
    </>
  );
}

/** The waiting groups, or one alone. */
function useShownGroups({ state, ...props }: LinesProps) {
  const isTodo = state === 'todo';
  const exactGroup = useGroup('exact', isTodo || state === 'exact', props, isTodo);
  const proposedGroup = useGroup('proposed', isTodo || state === 'proposed', props, isTodo);
  const unmatchedGroup = useGroup('unmatched', isTodo || state === 'unmatched', props, isTodo);
  const finishedGroup = useGroup(
    state === 'ignored' ? 'ignored' : 'matched',
    state === 'matched' || state === 'ignored',
    props,
  );
  return [exactGroup, proposedGroup, unmatchedGroup, finishedGroup].filter(({ isOn }) => isOn);
}

/** The waiting lines, group by group, or those of one group alone. */
function Groups({ state, groups, ...props }: LinesProps & { groups: ReturnType<typeof useShownGroups> }) {
  const { t } = useTranslation(['payouts.statements', 'admin.common']);
  const isTodo = state === 'todo';
  const failedGroup = groups.find(({ error }) => error);
  if (failedGroup)
    return (
      <AdminProblem error={failedGroup.error} title={t('failed.load')} onRetry={() => void failedGroup.refetch()} />
    );
  const filledGroups = groups.filter(({ data }) => data && data.total > 0);
  if (filledGroups.length === 0 && props.q) return <NothingFound q={props.q} onClear={props.onClear} />;
  if (filledGroups.length === 0)
    return <EmptyList Icon={isTodo ? CircleCheck : Inbox} text={t(isTodo ? 'noneTodoText' : 'noneText')} />;
  const fitCount = exactIn(props.statements);
  const hidesExact = (state === 'proposed' || state === 'unmatched') && fitCount > 0 && props.q === '';
  return (
    <>
      {filledGroups.map(({ group, data }) => (
        <LinesGroup
          key={group}
          {...props}
          group={group}
          lines={data?.items ?? []}
          total={data?.total ?? 0}
          isPart={isTodo}
        />
      ))}
      {hidesExact && (
        <Button
          text={t('showExact', { number: formatNumber(fitCount) })}
          size="small"
          variant="ghost"
          className="-ms-2.25 self-start"
          onClick={() => props.onShow('exact')}
        />
      )}
    </>
  );
}

/** The lines of a group; only the first ones if other groups are shown too. */
function useGroup(
  group: LineGroup,
  isOn: boolean,
  { q, statement, page }: LinesProps | Omit<LinesProps, 'state'>,
  isPart = false,
) {
  const size = isPart ? { page: 1, pageSize: firstLines } : { page, pageSize: linesPageSize };
  const query = { ...stateOf(group), q: q || undefined, statement: statement || undefined, ...size };
  return { group, isOn, ...useQuery({ ...linesQuery(query), enabled: isOn }) };
}

interface GroupProps extends Omit<LinesProps, 'state'> {
  group: LineGroup;
  lines: Parameters<typeof LineTable>[0]['lines'];
  total: number;
  isPart: boolean;
}

function LinesGroup({ group, lines, total, isPart, q, page, statements, onPage, onShow }: GroupProps) {
  const { t } = useTranslation('payouts.statements');
  const mayRelease = useMay()('payouts.release');
  // The button settles all lines of a statement, so it is hidden beside a search, which shows fewer.
  const settlesAll = group === 'exact' && mayRelease && q === '' && exactIn(statements) > 0;
  return (
    <section aria-label={t(`state.${group}`)} className="flex flex-col gap-3">
      <header className={clsx('flex flex-wrap items-center justify-between gap-x-4 gap-y-2', settlesAll && 'min-h-9')}>
        <div>
          <h3 className="text-base">
            {t(`state.${group}`)} <span className="font-normal text-muted figures">{formatNumber(total)}</span>
          </h3>
          {settlesAll && <p className="text-xs text-muted">{t('settleText')}</p>}
        </div>
        {settlesAll && (
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-sm max-sm:grow max-sm:[&>button:only-child]:ms-auto">
            {lines.length > 1 && lines.length === exactIn(statements) && <LinesSum lines={lines} />}
            <SettleButton statements={statements} />
          </div>
        )}
      </header>
      <LineTable group={group} lines={lines} isSettledAbove={settlesAll} />
      {isPart && total > lines.length && (
        <Button
          text={t('showAll', { shown: formatNumber(total) })}
          size="small"
          variant="ghost"
          className="self-start"
          onClick={() => onShow(group)}
        />
      )}
      {!isPart && total > linesPageSize && (
        <Pagination page={page} pageSize={linesPageSize} total={total} onPage={onPage} />
      )}
    </section>
  );
}

/** The sum of lines that move one currency in one direction. */
function LinesSum({ lines }: { lines: GroupProps['lines'] }) {
  const [first, ...otherLines] = lines;
  if (!first) return null;
  const { currency, direction } = first;
  if (otherLines.some((line) => line.currency !== currency || line.direction !== direction)) return null;
  const sum = lines.reduce((total, { amount }) => total.plus(decimal(amount)), zero);
  return <LineAmount line={{ amount: toText(sum), currency, direction }} />;
}

/** The number of exactly matching lines in these statements. */
const exactIn = (statements: readonly Statement[]) => statements.reduce((sum, { exact }) => sum + exact, 0);

const settleKeys = ['Shift', 'S'];

/** Settles every exactly matching line of these statements. */
function SettleButton({ statements }: { statements: readonly Statement[] }) {
  const { t } = useTranslation('payouts.statements');
  const settle = useSettle();
  const withExact = statements.filter(({ exact }) => exact > 0);
  const count = exactIn(statements);
  const send = () => {
    if (settle.isPending || count === 0) return;
    settle.mutate(
      withExact.map(({ id }) => id),
      { onSuccess: (counts) => toast({ title: t('settledAll', counts) }) },
    );
  };
  useShortcutKeys('screen', { 'shift s': send }, useShortcutSwitch().isOn);
  if (count === 0) return null;
  return (
    <>
      <Button variant="filled" size="small" aria-keyshortcuts="Shift+S" busy={settle.isPending} onClick={send}>
        {t('settleExact', { count })}
        <span aria-hidden="true" className="inline-flex gap-1 max-md:hidden pointer-coarse:hidden">
          {settleKeys.map((key) => (
            <Kbd key={key} onFill>
              {key}
            </Kbd>
          ))}
        </span>
      </Button>
      {settle.error && (
        <div className="basis-full">
          <AdminProblem error={settle.error} title={t('failed.settle')} />
        </div>
      )}
    </>
  );
}
