import { clsx } from 'clsx';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatMoneyText, formatNumber } from '#client/lib/format/format.ts';
import { Replaced } from '#client/ui/data/ChangedLine.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ApprovalOrderContext } from '#client/ui/layout/ApprovalSlot.tsx';
import { returnsMoney } from '#shared/kernel/approval.ts';
import { useDecideApproval, useTitle, type Approval } from '../approvals.queries.ts';
import { useDetailRows } from './approvals.rows.ts';

const tones = { open: 'pending', approved: 'active', refused: 'blocked', expired: 'none', void: 'none' } as const;

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

/** Names the link to that path. */
const viewOf = (path: string) =>
  path.startsWith('/admin/transactions') ? 'viewOrder' : path.startsWith('/admin/users') ? 'viewUser' : 'view';

interface ApprovalCardProps {
  approval: Approval;
  /** True for the first card only: its approve button is the filled one of the page. */
  isFirst?: boolean | undefined;
}

/** One request: its action, who asked for it, and the buttons of the reader. */
export function ApprovalCard({ approval, isFirst = false }: ApprovalCardProps) {
  const { t } = useTranslation('approvals');
  const { id, kind, subjectId, state, facts, askedBy, askedAt, expiresAt, decidedBy, decidedAt, voidReason } = approval;
  const renderOrder = use(ApprovalOrderContext);
  const isAboutOrder = (kind === 'payout' && !returnsMoney(kind, facts)) || kind === 'warned_approval';
  const order = state === 'open' && isAboutOrder && renderOrder?.(subjectId);
  const titleId = `approval-${id}`;
  const path = pathOf(approval);
  const title = useTitle(approval);
  return (
    <li>
      <article aria-labelledby={titleId} className="flex flex-col gap-3 card p-4 text-sm sm:p-5">
        <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 id={titleId} className="text-base">
            {title}
          </h2>
          <Status status={tones[state]} label={t(`state.${state}`)} size="small" />
        </header>
        <div className={clsx('flex flex-col gap-3', order && 'lg:grid lg:grid-cols-2 lg:gap-6')}>
          {/* The evidence comes first: a member passes it on the way to the button. */}
          {order && <div className="min-w-0">{order}</div>}
          <div className="flex min-w-0 flex-col gap-3">
            {facts.stops && state === 'open' && <p>{t('stop.text')}</p>}
            <ApprovalDetails
              facts={facts}
              hidden={order ? [...slipFields, ...(facts.settlement ? inTitle : [])] : []}
            />
            <p className="wrap-anywhere text-muted">
              {t('askedBy', { name: askedBy.name })} · <Time at={askedAt} />
              {state === 'open' && (
                <>
                  {' · '}
                  {t('until')} <Time at={expiresAt} />
                </>
              )}
            </p>
            {decidedBy && decidedAt && (
              <p className="wrap-anywhere text-muted">
                {t('decidedBy', { name: decidedBy.name })} · <Time at={decidedAt} />
              </p>
            )}
            {voidReason && <p className="text-muted">{t(`voidReason.${voidReason}`)}</p>}
            {path !== undefined && (
              <Link to={path} className="inline-flex min-h-6 items-center self-start text-link">
                {t(viewOf(path))}
              </Link>
            )}
            {state === 'open' && <Decision approval={approval} isFirst={isFirst} />}
          </div>
        </div>
      </article>
    </li>
  );
}

/** Says why the reader cannot decide a request, or cannot decide it yet. */
function DecisionBlocked({
  approval: { isOwn, isOwnCase, isInvolved, mayDecide, approvesFrom },
}: {
  approval: Approval;
}) {
  const { t } = useTranslation(['approvals', 'admin.common']);
  if (mayDecide && approvesFrom) {
    return (
      <p className="text-muted">
        {t('newMember')} <Time at={approvesFrom} />
      </p>
    );
  }
  if (mayDecide) return null;
  if (isOwnCase && !isOwn) return <p className="text-muted">{t('admin.common:notPermitted.ownCase')}</p>;
  if (isInvolved && !isOwn) return <p className="text-muted">{t('waiting.involved')}</p>;
  return <p className="text-muted">{isOwn ? t('waiting.own') : t('notPermitted')}</p>;
}

/** Names a request: a rate by its pair and its new value, everything else by its title. */
const nameOf = ({ kind, facts }: Approval, title: string): string =>
  kind === 'rate' && facts.pair && facts.rate !== undefined
    ? `${String(facts.pair)} ${formatNumber(String(facts.rate))}`
    : title;

const joinedPayee = (payeeText: string, payee: unknown) => [payeeText, payee].filter(Boolean).join(', ');

function Decision({ approval, isFirst }: ApprovalCardProps) {
  const { t } = useTranslation('approvals');
  const { kind, isOwn, mayDecide, approvesFrom, facts } = approval;
  const decide = useDecideApproval(approval);
  const title = useTitle(approval);
  const isBack = facts.settlement === 'refund';
  const isPayment = facts.payout !== undefined && !returnsMoney(kind, facts) && !isBack;
  const amountText = isPayment && formatMoneyText(String(facts.payout), String(facts.currency));
  const returnText = isBack && t('approveBack', { amount: String(facts.received) });
  const subjectText = returnText || (amountText ? joinedPayee(amountText, facts.payee) : nameOf(approval, title));
  const isDeciding = (decision: typeof decide.variables) => decide.isPending && decide.variables === decision;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <DecisionBlocked approval={approval} />
      <AdminProblem error={decide.error} title={t('failed.decide')} />
      <div className="flex items-stretch justify-end gap-3">
        {isOwn && (
          <Button
            text={t('withdraw')}
            size="small"
            busy={isDeciding('withdraw')}
            onClick={() => decide.mutate('withdraw')}
          />
        )}
        {mayDecide && (!approvesFrom || !facts.stops) && (
          <Button
            text={facts.stops ? t('stop.refuse') : t('refuse')}
            size="small"
            className="shrink-0"
            aria-label={facts.stops ? undefined : t('refuseLabel', { what: subjectText })}
            disabled={decide.isPending}
            busy={isDeciding('refuse')}
            onClick={() => decide.mutate('refuse')}
          />
        )}
        {mayDecide && !approvesFrom && (
          <Button
            size="small"
            className="min-w-0"
            variant={isFirst ? 'filled' : 'outline'}
            disabled={decide.isPending}
            busy={isDeciding('approve')}
            onClick={() => decide.mutate('approve')}
          >
            {facts.stops
              ? t('stop.approve')
              : amountText
                ? t('approvePayout', { amount: amountText, payee: facts.payee ?? '' })
                : returnText || t('approveLabel', { what: subjectText })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Details that the title or the slip of the order already shows. */
const inTitle = ['payout'];
const slipFields = ['payeeBank', 'payeeAccount'];

/** The details of a request, each value next to the one that it replaces. */
function ApprovalDetails({ facts, hidden: hiddenFields }: Pick<Approval, 'facts'> & { hidden: readonly string[] }) {
  const { t } = useTranslation('approvals');
  const rows = useDetailRows(facts).filter(({ name }) => !hiddenFields.includes(name));
  return (
    <dl
      className={clsx(
        'grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)]',
        hiddenFields.length > 0
          ? 'lg:grid-cols-[8rem_minmax(0,1fr)]'
          : 'xl:grid-cols-[10rem_minmax(0,1fr)_10rem_minmax(0,1fr)]',
      )}
    >
      {rows.map(({ name, term, value, before }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className={clsx('wrap-anywhere max-sm:pb-1', value.isCode && 'font-mono')}>
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
