import { ShieldCheck, ShieldQuestion, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatTime } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import type { AuditEntry } from './audit.admin.queries.ts';
import type { LogFilterState } from './useLogFilter.ts';

interface LogTableProps {
  entries: readonly AuditEntry[];
  hrefWith: LogFilterState['hrefWith'];
}

/** Actions as rows; each target links to all actions on that target. */
export function LogTable({ entries, hrefWith }: LogTableProps) {
  const { t } = useTranslation('audit');
  const subject = (entry: AuditEntry) => <Subject entry={entry} hrefWith={hrefWith} />;
  const columns: Column<AuditEntry>[] = [
    {
      id: 'seal',
      header: <span className="sr-only">{t('column.seal')}</span>,
      cell: (entry) => <CheckMark entry={entry} brief />,
    },
    { id: 'at', header: t('column.at'), cell: ({ at }) => <When at={at} /> },
    { id: 'actor', header: t('column.actor'), cell: (entry) => <Actor entry={entry} /> },
    { id: 'action', header: t('column.action'), cell: ({ action }) => <Action action={action} /> },
    { id: 'subject', header: t('column.subject'), cell: subject },
    { id: 'details', header: t('column.details'), cell: (entry) => <Details entry={entry} /> },
  ];
  return (
    <Table
      dense
      caption={t('title')}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      card={(entry) => (
        <div className="flex flex-col gap-1.5 text-sm">
          <span className="flex flex-wrap items-center justify-between gap-x-3">
            <Action action={entry.action} />
            <CheckMark entry={entry} />
          </span>
          <span className="flex flex-wrap justify-between gap-x-3">
            <Actor entry={entry} />
            <When at={entry.at} />
          </span>
          {subject(entry)}
          <Details entry={entry} />
        </div>
      )}
    />
  );
}

function When({ at }: { at: string }) {
  return (
    <span className="whitespace-nowrap text-muted figures">
      <Time at={at} shape="date" /> {formatTime(at, { seconds: true })}
    </span>
  );
}

function Actor({ entry: { actorRole, actorName, actorEmail, actorId } }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('audit');
  const key = `role.${actorRole}`;
  const role = i18n.exists(`audit:${key}`) ? t(key as 'role.admin') : actorRole;
  return (
    <span className="flex min-w-44 flex-col">
      <span className="wrap-anywhere">{actorEmail ?? role}</span>
      <span className="text-xs text-muted">{actorName ?? (actorId === null ? '' : t('deleted'))}</span>
    </span>
  );
}

function Action({ action }: { action: string }) {
  return (
    <bdi dir="ltr" className="font-mono text-xs font-medium whitespace-nowrap">
      {action}
    </bdi>
  );
}

function Subject({
  entry: { subjectType, subjectId },
  hrefWith,
}: { entry: AuditEntry } & Pick<LogTableProps, 'hrefWith'>) {
  if (subjectType === null || subjectId === null) return <span className="text-faint">—</span>;
  return (
    <Link
      to={hrefWith({ subjectType, subjectId, q: undefined })}
      title={subjectId}
      className="inline-flex min-h-6 items-center gap-1.5 text-link"
    >
      <span>{subjectType}</span>
      <bdi dir="ltr" className="font-mono text-xs">
        {subjectId.length > 12 ? `${subjectId.slice(0, 8)}…` : subjectId}
      </bdi>
    </Link>
  );
}

/** Recorded details: short ones at once, the rest on a click. */
function Details({ entry: { details, requestId } }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const pairs = Object.entries(details);
  if (requestId) pairs.push([t('request'), requestId]);
  if (pairs.length === 0) return <span className="text-faint">—</span>;
  const [first] = pairs;
  return (
    <details className="max-w-[40ch] min-w-36 text-xs">
      <summary dir="auto" className="min-h-6 w-fit max-w-full cursor-pointer truncate py-1 text-muted hover:text-ink">
        {first && `${first[0]}: ${textOf(first[1])}`}
      </summary>
      <dl className="flex flex-col gap-1 pt-1">
        {pairs.map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{name}</dt>
            <dd dir="auto" className="min-w-0 font-mono wrap-anywhere">
              {textOf(value)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether a row is in the hash chain; `brief` shows the icon with hidden text. */
function CheckMark({ entry: { isCheckpointed, isOurs }, brief = false }: { entry: AuditEntry; brief?: boolean }) {
  const { t } = useTranslation('audit');
  if (!isOurs) {
    return (
      <span className="inline-flex items-center gap-1 text-xs font-semibold text-rejected">
        <TriangleAlert aria-hidden="true" className="size-4" strokeWidth={2} />
        {t('mark.foreign')}
      </span>
    );
  }
  const Icon = isCheckpointed ? ShieldCheck : ShieldQuestion;
  return (
    <span className="inline-flex items-center gap-1 text-xs whitespace-nowrap text-muted">
      <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
      <span className={brief ? 'sr-only' : undefined}>{t(isCheckpointed ? 'mark.sealed' : 'mark.waiting')}</span>
    </span>
  );
}
