import { clsx } from 'clsx';
import { Check, Copy, History, ShieldQuestion, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDate, formatTime } from '#client/lib/format/format.ts';
import { useCopy } from '#client/ui/data/CopyButton.tsx';
import { shortId, type DetailValue, type FindText } from '#client/ui/data/declared-values.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { coinById } from '#shared/reference/coins.ts';
import type { AuditEntry } from './audit.admin.queries.ts';
import { readEntry } from './audit.entry.ts';
import { useAuditTexts, useFindText } from './audit.texts.ts';
import type { LogFilterState } from './useLogFilter.ts';

type EntryProps = { entry: AuditEntry };

/** Shows the time of an entry, to the second; a long date is broken before the time. */
export function EntryTime({ at }: { at: string }) {
  return (
    <span className="text-muted figures">
      <Time at={at} shape="date" className="whitespace-nowrap" />,{' '}
      <span className="whitespace-nowrap">{formatTime(at, { seconds: true })}</span>
    </span>
  );
}

/** The actor by name, else by address, else by role; the details have both whole. */
export function Actor({ entry: { actorRole, actorName, actorEmail, actorId } }: EntryProps) {
  const { t, i18n } = useTranslation('audit');
  const key = `role.${actorRole}`;
  // The catalogue was asked for the key in the line itself.
  const role = i18n.exists(`audit:${key}`) ? t(key as 'role.admin') : actorRole;
  const email = actorEmail === null ? undefined : shownEmail(actorEmail);
  return (
    <bdi
      title={[actorName, email].filter(Boolean).join(', ') || undefined}
      className="block max-xl:wrap-anywhere xl:truncate"
    >
      {actorName ?? email ?? (actorId === null ? role : t('deleted'))}
    </bdi>
  );
}

/** Shows an action as a sentence with the details that it names. */
export function Action({ entry }: EntryProps) {
  const { sentence } = readEntry(entry, useFindText());
  return (
    <span title={entry.action} className="block font-medium wrap-anywhere">
      {sentence.map((part, index) => (typeof part === 'string' ? part : <Value key={index} value={part} />))}
    </span>
  );
}

/** Shows one detail of an entry, with a link where it names a row. */
export function Value({ value: { text, isCode, isWhole, to } }: { value: DetailValue }) {
  const subjectText = (
    <bdi
      dir={isCode ? 'ltr' : undefined}
      className={isCode ? 'font-mono' : isWhole ? 'whitespace-nowrap' : 'whitespace-pre-line'}
    >
      {text}
    </bdi>
  );
  return to === undefined ? (
    subjectText
  ) : (
    <Link to={to} className="tap-area text-link">
      {subjectText}
    </Link>
  );
}

const screens: Readonly<Record<string, (id: string) => string>> = {
  user: (id) => `/admin/users?user=${id}`,
  transaction: (id) => `/admin/transactions?show=all&tx=${id}`,
  kyc_request: (id) => `/admin/kyc?request=${id}`,
  wallet: (id) => `/admin/wallets/${id}`,
};

/** An id in words: a part of the settings, a coin, or a day and its unit, as `2026-11-29 NGN`. */
function nameOfId(subjectType: string, id: string, findText: FindText): string | undefined {
  if (subjectType === 'settings') return findText(`settings.admin:${id}.title`);
  const [day = '', unit] = id.split(' ');
  if (subjectType !== 'book_rate' || unit === undefined) return coinById(id)?.name;
  return `${coinById(unit)?.symbol ?? unit}, ${formatDate(day, { timeZone: 'UTC' })}`;
}

/** The subject of an entry in one line: a link to its screen, and a link to all its entries. */
export function Subject({ entry, hrefWith }: EntryProps & Pick<LogFilterState, 'hrefWith'>) {
  const { t } = useTranslation('audit');
  const { subjectTypeLabel } = useAuditTexts();
  const findText = useFindText();
  const { subjectType, subjectId, subjectName, details } = entry;
  if (subjectType === null || subjectId === null) return <span className="text-faint">–</span>;
  const screen = screens[subjectType]?.(subjectId);
  const reference = typeof details.reference === 'string' ? details.reference : undefined;
  const displayName = subjectName ?? nameOfId(subjectType, subjectId, findText) ?? reference;
  const name = displayName ?? subjectTypeLabel(subjectType);
  return (
    <span title={subjectId} className="flex max-w-full min-w-0 items-center gap-x-1.5">
      {screen ? (
        <Link to={screen} title={name} className="truncate leading-6 text-link">
          {name}
        </Link>
      ) : (
        <span title={name} className="truncate">
          {name}
        </span>
      )}
      {displayName === undefined && (
        <Ltr className="min-w-0 shrink-[3] truncate font-mono text-xs text-muted">{shortId(subjectId)}</Ltr>
      )}
      <Link
        to={hrefWith({ subjectType, subjectId, q: undefined })}
        aria-label={t('history')}
        title={t('history')}
        className="grid size-7 shrink-0 place-items-center text-muted hover:text-ink pointer-coarse:size-11"
      >
        <History className="size-4" />
      </Link>
    </span>
  );
}

/** Shows the full id of a subject, and the button that copies it. */
export function WholeId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center">
      <Ltr className="font-mono wrap-anywhere">{id}</Ltr>
      <CopyId id={id} />
    </span>
  );
}

function CopyId({ id }: { id: string }) {
  const { t } = useTranslation(['audit', 'common']);
  const { outcome, copy } = useCopy(id);
  const Icon = outcome === 'done' ? Check : Copy;
  return (
    <>
      <button
        type="button"
        aria-label={t('copyId', { id })}
        title={t('copyId', { id })}
        className="grid size-7 shrink-0 place-items-center rounded-control text-muted hover:text-ink pointer-coarse:size-11"
        onClick={copy}
      >
        <Icon className="size-4" />
      </button>
      <output className={outcome === 'failed' ? 'text-xs text-rejected' : 'sr-only'}>
        {outcome !== 'idle' && t(`common:copy.${outcome}`)}
      </output>
    </>
  );
}

/** Marks an entry that is not in the hash chain, or not yet; the others need no mark. */
export function CheckMark({ entry: { isCheckpointed, isOurs } }: EntryProps) {
  const { t } = useTranslation('audit');
  if (isOurs && isCheckpointed) return null;
  const Icon = isOurs ? ShieldQuestion : TriangleAlert;
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 text-xs whitespace-nowrap',
        isOurs ? 'text-muted' : 'font-semibold text-rejected',
      )}
    >
      <Icon className="size-4" />
      {t(isOurs ? 'mark.waiting' : 'mark.foreign')}
    </span>
  );
}
