import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { Replaced } from '#client/ui/data/ChangedLine.tsx';
import { shortId, type DetailValue } from '#client/ui/data/declared-values.ts';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import type { AuditEntry } from './audit.admin.queries.ts';
import { readEntry, type DetailRow } from './audit.entry.ts';
import { foldEntries, type FoldedRow, type LogRow } from './audit.fold.ts';
import { useAuditTexts, useFindText } from './audit.texts.ts';
import { Action, Actor, CheckMark, Subject, Value, EntryTime, WholeId } from './LogCells.tsx';
import type { LogFilterState } from './useLogFilter.ts';

/** Actions as rows, those that belong together folded; each target links to its screen and to all actions on it. */
export function LogTable(props: { entries: readonly AuditEntry[]; hrefWith: LogFilterState['hrefWith'] }) {
  const { entries, hrefWith } = props;
  const { t } = useTranslation('audit');
  const { rows, toggleOf } = useRows(entries);
  const subject = (entry: AuditEntry) => <Subject entry={entry} hrefWith={hrefWith} />;
  const ofEntry = (cell: (entry: AuditEntry) => ReactNode) => (row: LogRow) =>
    row.kind === 'entry' ? cell(row.entry) : null;
  const columns: Column<LogRow>[] = [
    { id: 'at', width: '16%', header: t('column.at'), cell: (row) => <EntryTime at={newestOf(row).at} /> },
    { id: 'actor', width: '15%', header: t('column.actor'), cell: (row) => <Actor entry={newestOf(row)} /> },
    {
      id: 'action',
      width: '28%',
      header: t('column.action'),
      cell: (row) => (row.kind === 'entry' ? <MarkedAction entry={row.entry} /> : toggleOf(row)),
    },
    { id: 'subject', width: '22%', header: t('column.subject'), cell: ofEntry(subject) },
    { id: 'details', width: '19%', header: t('column.details'), cell: ofEntry((entry) => <Details entry={entry} />) },
  ];
  return (
    <Table
      dense
      fixed
      wide="full"
      caption={t('title')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      card={(row) => (
        <div className="flex flex-col gap-1 text-sm">
          {row.kind === 'entry' ? <MarkedAction entry={row.entry} /> : toggleOf(row)}
          <span className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
            <Actor entry={newestOf(row)} />
            <EntryTime at={newestOf(row).at} />
          </span>
          {row.kind === 'entry' && (
            <span className="flex flex-wrap items-center justify-between gap-x-3">
              {subject(row.entry)}
              <Details entry={row.entry} />
            </span>
          )}
        </div>
      )}
    />
  );
}

/** The action, with a mark on an entry that is not in the hash chain. */
function MarkedAction({ entry }: { entry: AuditEntry }) {
  return (
    <span className="flex flex-col items-start">
      <Action entry={entry} />
      <CheckMark entry={entry} />
    </span>
  );
}

function newestOf(row: LogRow): AuditEntry {
  return row.kind === 'entry' ? row.entry : row.entries[0];
}

/** The rows, with the entries of an opened row below it and its toggle. */
function useRows(entries: readonly AuditEntry[]) {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const rows = foldEntries(entries);
  const toggle = (id: string) =>
    setOpenIds((ids) => (ids.has(id) ? new Set([...ids].filter((openId) => openId !== id)) : new Set([...ids, id])));
  return {
    rows: rows.flatMap((row): LogRow[] =>
      row.kind === 'folded' && openIds.has(row.id)
        ? [row, ...row.entries.map((entry) => ({ kind: 'entry' as const, id: entry.id, entry }))]
        : [row],
    ),
    toggleOf: (row: FoldedRow) => <FoldToggle row={row} isOpen={openIds.has(row.id)} onToggle={() => toggle(row.id)} />,
  };
}

function FoldToggle({ row, isOpen, onToggle }: { row: FoldedRow; isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation('audit');
  const { sentenceOf } = useAuditTexts();
  const { areViews, entries } = row;
  const count = entries.length;
  const shown = formatNumber(count);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <Button
      text={areViews ? t('views', { count, shown }) : t('repeated', { action: sentenceOf(entries[0].action), shown })}
      size="small"
      variant="ghost"
      // Without a border its icon stands at the edge of the column.
      className="-ms-2 justify-start self-start text-start"
      aria-expanded={isOpen}
      title={t(isOpen ? 'foldHide' : 'foldShow')}
      icon={<Icon className="size-4 shrink-0 rtl:-scale-x-100" strokeWidth={2} />}
      onClick={onToggle}
    />
  );
}

/**
 * Shows the details of an entry: one as the summary, all of them after a click, with texts that the row may cut off.
 */
function Details({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const longId = entry.subjectId !== null && shortId(entry.subjectId) !== entry.subjectId && entry.subjectId;
  const detailRows = readEntry(entry, useFindText()).rows;
  const commonRows: readonly [term: string, text: string | null | undefined, isCode?: boolean][] = [
    [t('column.email'), entry.actorEmail && shownEmail(entry.actorEmail)],
    [t('column.actor'), entry.actorName],
    [t('column.subject'), entry.subjectName],
    [t('request'), entry.requestId, true],
  ];
  const rows: readonly DetailRow[] = [
    ...detailRows,
    ...commonRows.flatMap(([term, text, isCode = false]) => (text ? [{ term, value: { text, isCode } }] : [])),
  ];
  // A text is a better summary than an id; the row already shows the names.
  const firstLine = rows.find(({ value }) => !value.isCode) ?? rows[0];
  if (!firstLine && !longId) return <span className="text-faint">–</span>;
  return (
    <details className="max-w-full min-w-0 text-xs">
      <summary dir="auto" className="min-h-6 w-fit max-w-full cursor-pointer truncate py-1 text-muted hover:text-ink">
        {firstLine ? <Summary row={firstLine} /> : t('column.id')}
      </summary>
      <dl className="flex flex-col gap-1 pt-1">
        {rows.map((row, index) => (
          <Term key={index} term={row.term}>
            <Values row={row} />
          </Term>
        ))}
        {longId && (
          <Term term={t('column.id')}>
            <WholeId id={longId} />
          </Term>
        )}
      </dl>
    </details>
  );
}

function Term({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Summary({ row: { term, value } }: { row: DetailRow }) {
  return (
    <>
      {term}: <bdi>{summaryOf(value)}</bdi>
    </>
  );
}

/** The full id is among all details. */
function summaryOf({ text, isCode }: DetailValue): string {
  return isCode ? shortId(text) : text;
}

function Values({ row: { value, before } }: { row: DetailRow }) {
  const { t } = useTranslation('settings.admin');
  if (!before) return <Value value={value} />;
  return (
    <>
      <Replaced wasLabel={t('was')}>
        <Value value={before} />
      </Replaced>
      <Value value={value} />
    </>
  );
}
