import { clsx } from 'clsx';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { formatMoneyText, formatPercent, formatRate } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ApprovalOrderContext } from '#client/ui/layout/ApprovalSlot.tsx';
import { returnsMoney } from '#shared/kernel/approval.ts';
import { decimal, round, toText, zero } from '#shared/kernel/money.ts';
import { useDecideApproval, useTitle, type Approval } from '../approvals.queries.ts';
import { ApprovalDetails, inTitle, slipFields, SubjectLink } from './ApprovalDetails.tsx';
import { pairOf } from './approvals.rows.ts';
import { useRules } from './useRules.ts';

interface ApprovalCardProps {
  approval: Approval;
  /** True for the first card only: its approve button is the filled one of the page. */
  isFirst?: boolean | undefined;
}

/** One request that waits: its action, who asked for it, and the buttons of the reader. */
export function ApprovalCard({ approval, isFirst = false }: ApprovalCardProps) {
  const { t } = useTranslation('approvals');
  const { id, kind, subjectId, state, facts, askedBy, askedAt, expiresAt } = approval;
  const renderOrder = use(ApprovalOrderContext);
  const isTableLayout = useTableLayout();
  const isAboutOrder = (kind === 'payout' && !returnsMoney(kind, facts)) || kind === 'warned_approval';
  const details = (
    <ApprovalDetails
      facts={facts}
      hidden={isAboutOrder && renderOrder ? [...slipFields, ...(facts.settlement ? inTitle : [])] : []}
    />
  );
  // On a phone these are read before the account: what goes back would be a screen further down.
  const order = isAboutOrder && renderOrder?.(subjectId, isTableLayout ? undefined : details);
  const titleId = `approval-${id}`;
  const rule = useRules().ruleOf(approval);
  const title = useTitle(approval);
  return (
    <li>
      <article aria-labelledby={titleId} className="flex flex-col gap-3 card p-4 text-sm sm:p-5">
        <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 id={titleId} className="text-base">
            {title}
          </h2>
          <Status status="pending" label={t(`state.${state}`)} size="small" />
        </header>
        <div className={clsx('flex flex-col gap-3', order && 'lg:grid lg:grid-cols-2 lg:gap-6')}>
          {/* The evidence comes first: a member passes it on the way to the button. */}
          {order && <div className="min-w-0">{order}</div>}
          {/* On a phone the act at the foot stays in sight while all of the card is read. */}
          <div className="flex min-w-0 flex-col gap-3 max-md:contents">
            {facts.stops && <p>{t('stop.text')}</p>}
            {(isTableLayout || !order) && details}
            <RateEffect facts={facts} />
            <p className="wrap-anywhere text-muted">
              {/* A dot stays on the line that it ends. */}
              {t('askedBy', { name: askedBy.name })}
              {'\u00A0· '}
              <span className="whitespace-nowrap">
                <Time at={askedAt} /> ·
              </span>{' '}
              <span className="whitespace-nowrap">
                {t('until')} <Time at={expiresAt} />
              </span>
            </p>
            {rule && <p className="wrap-anywhere text-muted">{t('rule', { rule })}</p>}
            <SubjectLink approval={approval} />
            <Decision approval={approval} isFirst={isFirst} />
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
function nameOf({ kind, facts }: Approval, title: string): string {
  const pair = kind === 'rate' ? pairOf(facts) : undefined;
  return pair && facts.rate ? formatRate(pair.from, pair.to, String(facts.rate)) : title;
}

/** The consequence of a new rate for customers, where it replaces a different one. */
function RateEffect({ facts }: Pick<Approval, 'facts'>) {
  const { t } = useTranslation('approvals');
  const pair = pairOf(facts);
  if (!pair || !facts.rate || !facts.rateBefore) return null;
  const before = decimal(String(facts.rateBefore));
  const change = decimal(String(facts.rate)).minus(before).times('100').div(before);
  const percent = round(change.abs(), { decimals: 2 }, 'half-up');
  if (percent.eq(zero)) return null;
  const text = change.gt(zero) ? 'rateEffect.more' : 'rateEffect.less';
  return <p>{t(text, { percent: formatPercent(toText(percent)), ...pair })}</p>;
}

const joinedPayee = (payeeText: string, payee: unknown) => [payeeText, payee].filter(Boolean).join(', ');

function Decision({ approval, isFirst }: ApprovalCardProps) {
  const { t } = useTranslation(['approvals', 'admin.common']);
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
    <div
      data-card-foot
      className="flex flex-col gap-3 border-t border-line pt-3 max-md:sticky max-md:bottom-0 max-md:-mx-4 max-md:-mb-4 max-md:bg-surface max-md:px-4 max-md:pb-3 sm:max-md:-mx-5 sm:max-md:-mb-5 sm:max-md:px-5"
    >
      <DecisionBlocked approval={approval} />
      <AdminProblem error={decide.error} title={t('admin.common:failed.decide')} />
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
