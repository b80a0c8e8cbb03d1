import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AuditEntry } from './audit.admin.queries.ts';
import { detailRows, shortId, type DetailRow, type DetailValue } from './audit.details.ts';
import { useFindText } from './audit.texts.ts';

/** Recorded details: one as the summary, all of them on a click. */
export function Details({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const rows = detailRows(entry, useFindText());
  if (entry.requestId) rows.push({ term: t('request'), value: { text: entry.requestId, isCode: true } });
  // A text is a better summary than an id.
  const first = rows.find(({ value }) => !value.isCode) ?? rows[0];
  if (!first) return <span className="text-faint">—</span>;
  return (
    <details className="max-w-[40ch] min-w-36 text-xs">
      <summary
        dir="auto"
        className="min-h-6 w-fit max-w-full cursor-pointer py-1 wrap-anywhere text-muted hover:text-ink"
      >
        {first.term}: <bdi>{summaryOf(first.value)}</bdi>
      </summary>
      <dl className="flex flex-col gap-1 pt-1">
        {rows.map((row) => (
          <div key={row.term} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{row.term}</dt>
            <dd className="min-w-0 wrap-anywhere">
              <Values row={row} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The whole id is among all details. */
function summaryOf({ text, isCode }: DetailValue): string {
  return isCode ? shortId(text) : text;
}

function Values({ row: { value, before } }: { row: DetailRow }) {
  const { t } = useTranslation('settings.admin');
  if (!before) return <Value value={value} />;
  return (
    <>
      <s className="text-muted">
        <span className="sr-only">{t('was')} </span>
        <Value value={before} />
      </s>{' '}
      <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
        →
      </span>{' '}
      <Value value={value} />
    </>
  );
}

function Value({ value: { text, isCode, to } }: { value: DetailValue }) {
  const shown = (
    <bdi dir={isCode ? 'ltr' : undefined} className={isCode ? 'font-mono' : 'whitespace-pre-line'}>
      {text}
    </bdi>
  );
  return to === undefined ? (
    shown
  ) : (
    <Link to={to} className="text-link">
      {shown}
    </Link>
  );
}
