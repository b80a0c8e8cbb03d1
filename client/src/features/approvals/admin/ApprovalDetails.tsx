import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Replaced } from '#client/ui/data/ChangedLine.tsx';
import { returnsMoney } from '#shared/kernel/approval.ts';
import type { Approval } from '../approvals.queries.ts';
import { useDetailRows } from './approvals.rows.ts';

/** The path of the screen with the order or user of the request; undefined without one. */
function pathOf({ kind, subjectId, facts }: Approval): string | undefined {
  if (returnsMoney(kind, facts))
    return `/admin/payouts?tab=sent&q=${encodeURIComponent(String(facts.reference).split(',')[0] ?? '')}`;
  const paths: Record<Approval['kind'], string | undefined> = {
    payout: `/admin/transactions?show=all&tx=${subjectId}`,
    warned_approval: `/admin/transactions?show=all&tx=${subjectId}`,
    unblock: `/admin/users?user=${subjectId}`,
    erase: `/admin/users?user=${subjectId}`,
    address: undefined,
    rate: undefined,
    offer: undefined,
    settings: undefined,
    team: '/admin/team',
    refund: '/admin/refunds',
    books: `/admin/books?tab=months&month=${subjectId}`,
  };
  return Object.keys(facts).length > 1 ? paths[kind] : undefined;
}

/** The names of the other screens. */
const pages = { payout: 'moneyOut', team: 'team', refund: 'refunds', books: 'books' } as const;
const isPaged = (kind: Approval['kind']): kind is keyof typeof pages => kind in pages;

/** Links to the screen of the order, the user or the setting that a request is about. */
export function SubjectLink({ approval }: { approval: Approval }) {
  const { t } = useTranslation(['approvals', 'admin']);
  const path = pathOf(approval);
  if (path === undefined) return null;
  const text = path.startsWith('/admin/transactions')
    ? t('viewOrder')
    : isPaged(approval.kind)
      ? t('view', { page: t(`admin:${pages[approval.kind]}`) })
      : t('viewUser');
  return (
    <Link to={path} className="inline-flex min-h-6 items-center self-start text-link">
      {text}
    </Link>
  );
}

/** Details that the title, or the slip and the account of the order already show. */
export const inTitle = ['payout', 'payee', 'agreed'];
export const slipFields = ['payeeBank', 'payeeAccount'];

/** The details of a request, each value next to the one that it replaces. */
export function ApprovalDetails({
  facts,
  hidden: hiddenFields,
}: Pick<Approval, 'facts'> & { hidden: readonly string[] }) {
  const { t } = useTranslation('approvals');
  const rows = useDetailRows(facts).filter(({ name }) => !hiddenFields.includes(name));
  return (
    <dl
      className={clsx(
        'grid gap-x-6 gap-y-2',
        hiddenFields.length > 0
          ? 'grid-cols-[fit-content(8rem)_minmax(0,1fr)]'
          : 'sm:grid-cols-[fit-content(10rem)_minmax(0,1fr)]',
        // A few rows stand below each other: beside each other the last one would be alone.
        hiddenFields.length === 0 && rows.length > 3 && 'xl:grid-cols-[10rem_minmax(0,1fr)_10rem_minmax(0,1fr)]',
      )}
    >
      {rows.map(({ name, term, value, before }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd
            className={clsx('wrap-anywhere', hiddenFields.length === 0 && 'max-sm:pb-1', value.isCode && 'font-mono')}
          >
            {before && (
              <Replaced wasLabel={t('was')}>
                <bdi>{before.text}</bdi>
              </Replaced>
            )}
            <bdi className="font-medium">{value.text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
