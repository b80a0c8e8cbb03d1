import { Check, Copy, ListTree, ShieldCheck, ShieldQuestion, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatTime } from '#client/lib/format/format.ts';
import { useCopy } from '#client/ui/data/CopyButton.tsx';
import { shortId, type DetailValue } from '#client/ui/data/declared-values.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { coinById } from '#shared/reference/coins.ts';
import type { AuditEntry } from './audit.admin.queries.ts';
import { readEntry } from './audit.entry.ts';
import { useAuditTexts, useFindText } from './audit.texts.ts';
import type { LogFilterState } from './useLogFilter.ts';

type EntryProps = { entry: AuditEntry };

/** When something was done, to the second. */
export function When({ at }: { at: string }) {
  return (
    <span className="whitespace-nowrap text-muted figures">
      <Time at={at} shape="date" />, {formatTime(at, { seconds: true })}
    </span>
  );
}

/** The actor by name, else by address, else by role; the whole address is in the details. */
export function Actor({ entry: { actorRole, actorName, actorEmail, actorId } }: EntryProps) {
  const { t, i18n } = useTranslation('audit');
  const key = `role.${actorRole}`;
  const role = i18n.exists(`audit:${key}`) ? t(key as 'role.admin') : actorRole;
  const unnamed = actorId === null ? role : t('deleted');
  return (
    <bdi
      title={actorEmail === null ? undefined : shownEmail(actorEmail)}
      className="block max-w-[16ch] truncate max-xl:max-w-none"
    >
      {actorName ?? (actorEmail === null ? unnamed : shownEmail(actorEmail))}
    </bdi>
  );
}

/** Says what was done, in a sentence with the details that it names. */
export function Action({ entry }: EntryProps) {
  const { sentence } = readEntry(entry, useFindText());
  return (
    <span title={entry.action} className="block min-w-44 font-medium wrap-anywhere">
      {sentence.map((part, at) => (typeof part === 'string' ? part : <Value key={at} value={part} />))}
    </span>
  );
}

/** A detail; a link to the screen of what it names. */
export function Value({ value: { text, isCode, isWhole, to } }: { value: DetailValue }) {
  const shown = (
    <bdi
      dir={isCode ? 'ltr' : undefined}
      className={isCode ? 'font-mono' : isWhole ? 'whitespace-nowrap' : 'whitespace-pre-line'}
    >
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

const screens: Readonly<Record<string, (id: string) => string>> = {
  user: (id) => `/admin/users?user=${id}`,
  transaction: (id) => `/admin/transactions?show=all&tx=${id}`,
  kyc_request: (id) => `/admin/kyc?request=${id}`,
  wallet: (id) => `/admin/wallets/${id}`,
};

/** The subject of an entry: a link to its screen, its id to copy, and a link to all its entries. */
export function Subject({
  entry: { subjectType, subjectId, subjectName },
  hrefWith,
}: EntryProps & Pick<LogFilterState, 'hrefWith'>) {
  const { t } = useTranslation('audit');
  const { subjectTypeLabel } = useAuditTexts();
  const findText = useFindText();
  const nameOf = (type: string, id: string) =>
    type === 'settings' ? findText(`settings.admin:${id}.title`) : coinById(id)?.name;
  if (subjectType === null || subjectId === null) return <span className="text-faint">—</span>;
  const screen = screens[subjectType]?.(subjectId);
  const name = subjectName ?? nameOf(subjectType, subjectId) ?? subjectTypeLabel(subjectType);
  return (
    <span className="flex min-w-44 flex-wrap items-center gap-x-1.5">
      {screen ? (
        <Link to={screen} title={name} className="max-w-[20ch] truncate text-link">
          {name}
        </Link>
      ) : (
        <span title={name} className="max-w-[20ch] truncate">
          {name}
        </span>
      )}
      <span className="flex items-center">
        <bdi dir="ltr" title={subjectId} className="font-mono text-xs text-muted">
          {shortId(subjectId)}
        </bdi>
        {shortId(subjectId) !== subjectId && <CopyId id={subjectId} />}
        <Link
          to={hrefWith({ subjectType, subjectId, q: undefined })}
          aria-label={t('history')}
          title={t('history')}
          className="grid size-7 place-items-center text-muted hover:text-ink pointer-coarse:size-11"
        >
          <ListTree className="size-4" />
        </Link>
      </span>
    </span>
  );
}

/** Copies the whole id, by a button that leaves its row one line high. */
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
        className="grid size-7 place-items-center rounded-control text-muted hover:text-ink pointer-coarse:size-11"
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

/** Shows if a row is in the hash chain; `brief` shows the icon with hidden text. */
export function CheckMark({ entry: { isCheckpointed, isOurs }, brief = false }: EntryProps & { brief?: boolean }) {
  const { t } = useTranslation('audit');
  if (!isOurs) {
    return (
      <span className="inline-flex items-center gap-1 text-xs font-semibold text-rejected">
        <TriangleAlert className="size-4" strokeWidth={2} />
        {t('mark.foreign')}
      </span>
    );
  }
  const Icon = isCheckpointed ? ShieldCheck : ShieldQuestion;
  return (
    <span className="inline-flex items-center gap-1 text-xs whitespace-nowrap text-muted">
      <Icon className="size-4" />
      <span className={brief ? 'sr-only' : undefined}>{t(isCheckpointed ? 'mark.sealed' : 'mark.waiting')}</span>
    </span>
  );
}
