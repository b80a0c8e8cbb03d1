import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { useShortcutKeys, useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { FilePick } from '#client/ui/form/FilePick.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { ListSearch } from '#client/ui/layout/admin/ListSearch.tsx';
import { ChipStrip } from '#client/ui/layout/ChipStrip.tsx';
import { accountsQuery } from '../../payouts.queries.ts';
import { MoneyOutHeader } from '../frame/MoneyOutHeader.tsx';
import { Lines, lineViews, openGroups, type LineView } from './Lines.tsx';
import { statementsPageSize, statementsQuery } from './payouts.statements.queries.ts';
import { StatementDialog } from './StatementDialog.tsx';
import { ChosenStatement, StatementTable } from './StatementTable.tsx';
import { NoAccount } from './StatementUpload.tsx';

interface Filters {
  q: string;
  state: LineView;
  statement: string;
}

const list: ListParamsConfig<Filters> = {
  item: 'line',
  read: (search) => ({
    q: search.get('q') ?? '',
    state: lineViews.find((view) => view === search.get('state')) ?? 'todo',
    statement: search.get('statement') ?? '',
  }),
  write: ({ q, state, statement }) => ({ q, state: state === 'todo' ? '' : state, statement }),
};

/** Statements of the bank: their lines, and the files that they came in. */
export function StatementsPage() {
  const { t } = useTranslation(['payouts.statements', 'payouts.admin', 'admin.common']);
  const { filters, page, change, goTo } = useListParams(list);
  // The file outlives its button, which moves with the window and when a colleague's statement arrives.
  const [file, setFile] = useState<File>();
  const { data: accounts, isPending: areAccountsPending } = useQuery(accountsQuery);
  const { data, error, isPending, refetch } = useQuery(statementsQuery({ page: 1, pageSize: statementsPageSize }));
  const isLoading = isPending || areAccountsPending;
  const statements = data?.items ?? [];
  // A phone has no file to drop.
  const isWide = useTableLayout();
  const chooseFile = accounts && accounts.length > 0 && (
    <ChooseFile isFirst={statements.length === 0} onChoose={setFile} />
  );
  const showImported = (statement: string) => {
    setFile(undefined);
    change({ statement });
  };
  const chosenStatement = statements.find(({ id }) => id === filters.statement);
  return (
    <>
      <MoneyOutHeader current="statements" windowTitle={`${t('title')} · ${t('payouts.admin:title')}`}>
        {/* On a phone the button has a line of its own, whose place is reserved. */}
        {(isLoading || (statements.length > 0 && chooseFile)) && (
          <span className={isLoading ? 'invisible contents' : 'contents'}>
            <ChooseFile isFirst={false} onChoose={setFile} />
          </span>
        )}
      </MoneyOutHeader>
      <div className="flex w-full max-w-7xl flex-col gap-5 p-4 md:p-6">
        <h2 className="sr-only">{t('title')}</h2>
        {accounts?.length === 0 && <NoAccount />}
        {error && <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton line="h-64 rounded-card" />}
        {chosenStatement && <ChosenStatement statement={chosenStatement} onLeave={() => change({ statement: '' })} />}
        {data && statements.length === 0 && accounts && accounts.length > 0 && (
          <EmptyList Icon={FileUp} text={t(isWide ? 'noStatementText' : 'noStatementChoose')} action={chooseFile} />
        )}
        {statements.length > 0 && (
          <>
            <LineFilters filters={filters} onChange={change} />
            <Lines
              {...filters}
              page={page}
              onPage={goTo}
              statements={chosenStatement ? [chosenStatement] : statements}
              onShow={(state) => change({ state })}
              onClear={() => change({ q: '' })}
            >
              <StatementTable
                statements={statements}
                chosen={filters.statement}
                onChoose={(statement) => change({ statement: statement === filters.statement ? '' : statement })}
              />
            </Lines>
          </>
        )}
      </div>
      {file && <StatementDialog file={file} onImported={showImported} onClose={() => setFile(undefined)} />}
    </>
  );
}

interface LineFiltersProps {
  filters: Filters;
  onChange: (part: Partial<Filters>) => void;
}

/** The states of the lines and their search; one group of the open ones has a chip while it is in view. */
function LineFilters({ filters: { q, state }, onChange }: LineFiltersProps) {
  const { t } = useTranslation('payouts.statements');
  const openGroup = openGroups.find((group) => group === state);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ChipStrip wraps>
        <FilterChips
          label={t('column.state')}
          // A group stands beside the view that it is a part of, which leads back.
          options={(['todo', ...(openGroup ? [openGroup] : []), 'matched', 'ignored'] as const).map((value) => ({
            value,
            text: t(`state.${value}`),
          }))}
          chosen={[state]}
          single
          staying
          inline
          onChange={([chosen]) => chosen && onChange({ state: chosen })}
        />
      </ChipStrip>
      <div className="max-w-md min-w-[min(100%,14rem)] flex-1 max-md:basis-full">
        <ListSearch id="line-search" label={t('search')} value={q} onChange={(typed) => onChange({ q: typed })} />
      </div>
    </div>
  );
}

/** Chooses a bank's file, which is shown before any of it is stored. */
function ChooseFile({ isFirst, onChoose }: { isFirst: boolean; onChoose: (file: File | undefined) => void }) {
  const { t } = useTranslation('payouts.statements');
  const mayImport = useMay()('payouts.release');
  const place = useRef<HTMLSpanElement>(null);
  useShortcutKeys(
    'screen',
    { u: () => place.current?.querySelector('input')?.click() },
    useShortcutSwitch().isOn && mayImport,
  );
  if (!mayImport) return null;
  return (
    <span ref={place}>
      <FilePick
        text={t('chooseFile')}
        icon={<FileUp className="size-4" />}
        accept=".xml,.sta,.mt940,.940,.txt,.csv"
        className={
          isFirst
            ? 'bg-tide px-5 font-semibold text-on-tide hover:bg-tide-hover'
            : 'border border-line-strong px-4 text-sm font-medium hover:border-ink md:min-h-9'
        }
        aside={<Kbd onFill={isFirst}>U</Kbd>}
        onPick={([first]) => onChoose(first)}
      />
    </span>
  );
}
