import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ageOf } from '#client/lib/format/age.ts';
import { formatDateTime, formatUtc } from '#client/lib/format/format.ts';
import { Status } from '#client/ui/data/Status.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import type { AdminKycRequest } from './kyc.admin.queries.ts';

interface RequestRowProps {
  row: AdminKycRequest;
  href: string;
  now: number;
  isCurrent: boolean;
  /** Runs when the keyboard moves on into the request. */
  onEnter: () => void;
}

/** One request in the list in two lines: user and age, document and status; the address is in its title. */
export function RequestRow({ row, href, now, isCurrent, onEnter }: RequestRowProps) {
  const { t } = useTranslation(['kyc.admin', 'kyc']);
  const email = row.userEmail ? shownEmail(row.userEmail) : t('noEmail');
  const quietStyle = isCurrent ? 'text-ink' : 'text-muted';
  return (
    <li
      className={clsx(
        'relative flex flex-col gap-0.5 border-b border-line px-4 py-2.5',
        isCurrent ? 'bg-tide-soft' : 'has-[a:hover]:bg-surface',
      )}
    >
      {isCurrent && <span aria-hidden="true" className="absolute inset-y-0 start-0 w-[3px] bg-tide" />}
      <div className="flex items-baseline justify-between gap-2">
        <Link
          id={requestRowId(row.id)}
          to={href}
          preventScrollReset
          aria-current={isCurrent ? 'true' : undefined}
          dir="auto"
          className="min-w-0 font-semibold wrap-break-word outline-none after:absolute after:inset-0 after:-outline-offset-2 after:outline-tide focus-visible:after:outline-2"
          onClick={({ detail }) => detail === 0 && onEnter()}
        >
          {row.userName}
        </Link>
        <time
          dateTime={row.submittedAt}
          title={`${formatDateTime(row.submittedAt)} · ${formatUtc(row.submittedAt)}`}
          className={clsx('text-xs whitespace-nowrap figures', quietStyle)}
        >
          {ageOf(row.submittedAt, now)}
        </time>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className={clsx('text-xs', quietStyle)} title={email}>
          {t(`kyc:type.${row.documentType}`)}
          <span className="sr-only"> {email}</span>
        </span>
        <span>
          <Status status={row.status} size="small" bare />
        </span>
      </div>
    </li>
  );
}

/** The id of a row's link, to which J and K move the focus. */
export function requestRowId(id: string): string {
  return `kyc-request-${id}`;
}
