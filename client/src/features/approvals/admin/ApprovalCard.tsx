import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { useDecideApproval, type Approval } from '../approvals.queries.ts';
import { ApprovalDetails } from './ApprovalDetails.tsx';

const tones = { open: 'pending', approved: 'active', refused: 'blocked', expired: 'none', void: 'none' } as const;

/** The path of the screen that shows the order or user to be decided about; undefined without one. */
function pathOf({ kind, subjectId, facts }: Approval): string | undefined {
  const paths: Record<Approval['kind'], string | undefined> = {
    payout: `/admin/transactions?show=all&tx=${subjectId}`,
    warned_approval: `/admin/transactions?show=all&tx=${subjectId}`,
    unblock: `/admin/users?user=${subjectId}`,
    erase: `/admin/users?user=${subjectId}`,
    address: undefined,
    rate: undefined,
    settings: undefined,
  };
  return Object.keys(facts).length > 1 ? paths[kind] : undefined;
}

/** One request: what is to be done, who asked for it, and what the reader can do about it. */
export function ApprovalCard({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals');
  const { id, kind, state, facts, askedBy, askedAt, expiresAt, decidedBy, decidedAt, voidReason } = approval;
  const titleId = `approval-${id}`;
  const path = pathOf(approval);
  return (
    <li>
      <article aria-labelledby={titleId} className="flex flex-col gap-3 card p-4 text-sm sm:p-5">
        <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 id={titleId} className="text-base">
            {t(`kind.${kind}`)}
          </h3>
          <Status status={tones[state]} label={t(`state.${state}`)} size="small" />
        </header>
        <ApprovalDetails facts={facts} />
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
            {t('look')}
          </Link>
        )}
        {state === 'open' && <Decision approval={approval} />}
      </article>
    </li>
  );
}

function Decision({ approval: { id, kind, isOwn, mayDecide } }: { approval: Approval }) {
  const { t } = useTranslation('approvals');
  const decide = useDecideApproval(id);
  const what = t(`kind.${kind}`);
  const busy = (decision: typeof decide.variables) => decide.isPending && decide.variables === decision;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      {!mayDecide && <p className="text-muted">{isOwn ? t('waiting.own') : t('notPermitted')}</p>}
      <AdminProblem error={decide.error} title={t('failed.decide')} />
      <div className="flex flex-wrap justify-end gap-3">
        {isOwn && (
          <Button size="small" busy={busy('withdraw')} onClick={() => decide.mutate('withdraw')}>
            {t('withdraw')}
          </Button>
        )}
        {mayDecide && (
          <>
            <Button
              size="small"
              aria-label={t('refuseLabel', { what })}
              disabled={decide.isPending}
              busy={busy('refuse')}
              onClick={() => decide.mutate('refuse')}
            >
              {t('refuse')}
            </Button>
            <Button
              size="small"
              variant="filled"
              aria-label={t('approveLabel', { what })}
              disabled={decide.isPending}
              busy={busy('approve')}
              onClick={() => decide.mutate('approve')}
            >
              {t('approve')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
