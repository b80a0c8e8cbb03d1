import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#client/lib/api/call.ts';
import { useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { formatDay } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { AdminPageHeader } from '#client/ui/layout/Page.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import type { Params } from '#shared/kernel/reason.ts';
import { ignoreStatementLine } from '#shared/payouts/payouts.statements.contract.ts';
import { accountsQuery, profilesQuery } from '../../payouts.queries.ts';
import { LineTable } from './LineTable.tsx';
import {
  linesPageSize,
  linesQuery,
  statementsPageSize,
  statementsQuery,
  useImport,
  useSettle,
  type Statement,
} from './payouts.statements.queries.ts';

const lineStates = ['proposed', 'unmatched', 'matched', 'ignored'] as const;

interface Filters {
  q: string;
  state: (typeof lineStates)[number];
  statement: string;
}

const list: ListParamsConfig<Filters> = {
  item: 'line',
  read: (search) => ({
    q: search.get('q') ?? '',
    state: lineStates.find((state) => state === search.get('state')) ?? 'proposed',
    statement: search.get('statement') ?? '',
  }),
  write: ({ q, state, statement }) => ({ q, state: state === 'proposed' ? '' : state, statement }),
};

/** Statements of the bank: import them, and say what their lines are. */
export function StatementsPage() {
  const { t } = useTranslation('payouts.statements');
  const may = useMay();
  const { filters, page, change, goTo } = useListParams(list);
  const statements = useQuery(statementsQuery({ page: 1, pageSize: statementsPageSize }));
  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      <AdminPageHeader title={t('title')} lede={t('lede')} />
      {may('payouts.release') && <StatementUpload onImported={(statement) => change({ statement })} />}
      {statements.error && (
        <AdminProblem error={statements.error} title={t('failed.load')} onRetry={() => void statements.refetch()} />
      )}
      {statements.data && statements.data.items.length > 0 && (
        <StatementTable
          statements={statements.data.items}
          chosen={filters.statement}
          onChoose={(statement) => change({ statement: statement === filters.statement ? '' : statement })}
        />
      )}
      <section className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg">{t('lines')}</h2>
          {filters.statement && (
            <Button text={t('allStatements')} size="small" variant="ghost" onClick={() => change({ statement: '' })} />
          )}
        </div>
        <FilterChips
          label={t('column.state')}
          options={lineStates.map((state) => ({ value: state, text: t(`state.${state}`) }))}
          chosen={[filters.state]}
          single
          staying
          onChange={([state]) => state && change({ state })}
        />
        <div className="max-w-md">
          <SearchBox id="line-search" label={t('search')} value={filters.q} onChange={(q) => change({ q })} />
        </div>
        <Lines filters={filters} page={page} onPage={goTo} />
      </section>
    </div>
  );
}

function Lines({ filters, page, onPage }: { filters: Filters; page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('payouts.statements');
  const { q, state, statement } = filters;
  const query = { state, q: q || undefined, statement: statement || undefined, page, pageSize: linesPageSize };
  const { data, error, refetch } = useQuery(linesQuery(query));
  if (error) return <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton line="h-64 rounded-card" />;
  if (data.items.length === 0) return <EmptyState title={t('none')} text={t('noneText')} />;
  return (
    <>
      <LineTable lines={data.items} />
      {data.total > linesPageSize && (
        <Pagination page={page} pageSize={linesPageSize} total={data.total} onPage={onPage} />
      )}
    </>
  );
}

/** The newest statements, with how much of each is settled. */
function StatementTable(props: { statements: readonly Statement[]; chosen: string; onChoose: (id: string) => void }) {
  const { statements, chosen, onChoose } = props;
  const { t } = useTranslation('payouts.statements');
  const settle = useSettle();
  const mayRelease = useMay()('payouts.release');
  const send = (id: string) => settle.mutate(id, { onSuccess: (counts) => toast({ title: t('settledAll', counts) }) });
  const period = ({ from, to }: Statement) => (
    <span className="whitespace-nowrap">
      {[...new Set([from, to])].map((day) => (day === null ? '' : formatDay(day, { year: 'numeric' }))).join(' – ')}
    </span>
  );
  const counts = ({ settled, proposed, unmatched }: Statement) => t('counts', { settled, proposed, unmatched });
  const actions = (statement: Statement) => (
    <span className="flex flex-wrap justify-end gap-2">
      <Button size="small" aria-pressed={chosen === statement.id} onClick={() => onChoose(statement.id)}>
        {t('showLines')}
      </Button>
      {mayRelease && statement.proposed > 0 && (
        <Button size="small" variant="filled" busy={settle.isPending} onClick={() => send(statement.id)}>
          {t('settleAll')}
        </Button>
      )}
    </span>
  );
  const columns: Column<Statement>[] = [
    { id: 'at', header: t('column.importedAt'), cell: ({ importedAt }) => <Time at={importedAt} /> },
    { id: 'account', header: t('account'), cell: ({ account, currency }) => `${account.name} (${currency})` },
    { id: 'file', header: t('file'), cell: (statement) => <FileName statement={statement} /> },
    { id: 'period', header: t('column.period'), cell: period },
    { id: 'counts', header: t('lines'), cell: counts },
    { id: 'actions', header: <span className="sr-only">{t('column.actions')}</span>, end: true, cell: actions },
  ];
  return (
    <div className="flex flex-col gap-3">
      {settle.error && <AdminProblem error={settle.error} title={t('failed.settle')} />}
      <Table dense wide caption={t('statements')} columns={columns} rows={statements} rowKey={({ id }) => id} />
    </div>
  );
}

/** The file, and why it was imported where its balances do not continue the others. */
function FileName({ statement: { fileName, gapReason } }: { statement: Statement }) {
  const { t } = useTranslation('payouts.statements');
  return (
    <span className="flex min-w-0 flex-col">
      <bdi className="wrap-break-word">{fileName}</bdi>
      {gapReason && <span className="text-sm wrap-break-word text-muted">{t('gapReason', { reason: gapReason })}</span>}
    </span>
  );
}

/** Imports a file of the bank for one of our accounts. */
function StatementUpload({ onImported }: { onImported: (statementId: string) => void }) {
  const { t } = useTranslation('payouts.statements');
  const { data: accounts } = useQuery(accountsQuery);
  const { data: profiles } = useQuery(profilesQuery);
  const [accountId, setAccountId] = useState('');
  const [profileId, setProfileId] = useState('');
  const [file, setFile] = useState<File>();
  const [gap, setGap] = useState<Params>();
  const action = useImport();
  const chosen = accountId || accounts?.[0]?.id || '';
  const layouts = profiles?.filter(({ direction }) => direction === 'statement') ?? [];
  const send = (reason?: string) => {
    if (!file || !chosen || action.isPending) return;
    const fields = { accountId: chosen, ...(profileId && { profileId }), ...(reason && { reason }) };
    const done = ({ id, isNew, added, known }: Statement) => {
      toast({ title: isNew ? t('imported', { added, known }) : t('importedBefore') });
      setGap(undefined);
      onImported(id);
    };
    const refused = (error: Error) => setGap((before) => gapOf(error) ?? before);
    action.mutate({ fields, files: { statement: file } }, { onSuccess: done, onError: refused });
  };
  const close = () => {
    action.reset();
    setGap(undefined);
  };
  if (accounts?.length === 0) return <p className="card p-4 text-sm text-muted">{t('noAccount')}</p>;
  return (
    <section className="flex flex-col gap-4 card p-4 sm:p-5">
      <h2 className="text-base">{t('import')}</h2>
      <div className="grid gap-4 md:grid-cols-3">
        <Select label={t('account')} value={chosen} onValue={setAccountId}>
          {accounts?.map(({ id, name, currency }) => (
            <option key={id} value={id}>
              {name} ({currency})
            </option>
          ))}
        </Select>
        <Select
          label={t('layout')}
          optional
          value={profileId}
          onValue={setProfileId}
          none={t('recognised')}
          options={layouts.map(({ id, name }) => [id, name])}
        />
        <TextInput
          type="file"
          label={t('file')}
          accept=".xml,.sta,.mt940,.940,.txt,.csv"
          onChange={({ target }) => setFile(target.files?.[0])}
        />
      </div>
      {action.error && !gap && <AdminProblem error={action.error} title={t('failed.import')} />}
      <SendButton
        text={t('importNow')}
        variant="filled"
        className="self-start"
        busy={action.isPending}
        missing={file ? undefined : t('fileFirst')}
        onClick={() => send()}
      />
      {gap && <GapDialog gap={gap} by={action} onSend={send} onClose={close} />}
    </section>
  );
}

/** The balances of a refusal that asks for a reason; undefined for any other. */
const gapOf = (error: unknown): Params | undefined =>
  error instanceof CallError && error.reason === 'balance_gap' ? error.params : undefined;

interface GapDialogProps {
  gap: Params;
  by: { isPending: boolean; error: unknown };
  onSend: (reason: string) => void;
  onClose: () => void;
}

/** Asks why a statement does not continue the others of its account. */
function GapDialog({ gap, by, ...dialog }: GapDialogProps) {
  const { t } = useTranslation('payouts.statements');
  const [form, field] = useContractForm(ignoreStatementLine.body, { defaultValues: { reason: '' } });
  return (
    <FormDialog
      form={form}
      title={t('ask.gap.title')}
      confirm={t('ask.gap.yes')}
      by={gapOf(by.error) ? { ...by, error: null } : by}
      failed={t('failed.import')}
      onSubmit={({ reason }) => dialog.onSend(reason)}
      onClose={dialog.onClose}
    >
      <p>{t('ask.gap.text', gap)}</p>
      <TextArea label={t('reason')} rows={2} maxLength={2000} {...field('reason')} />
    </FormDialog>
  );
}
