import { useTranslation } from 'react-i18next';
import { FoldMark } from '#client/ui/data/FoldMark.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { useTitle, type Approval } from '../approvals.queries.ts';
import { ApprovalDetails, SubjectLink } from './ApprovalDetails.tsx';
import { useDetailRows } from './approvals.rows.ts';

const tones = { open: 'pending', approved: 'active', refused: 'blocked', expired: 'none', void: 'none' } as const;

/** The first details of a request name it in one line. */
const namingDetails = 2;

/** A request that was decided or has ended: its name and its end, with its details behind it. */
export function EndedApproval({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals');
  const { id, state, facts, askedBy, askedAt, decidedBy, decidedAt, voidReason } = approval;
  const titleId = `approval-${id}`;
  const title = useTitle(approval);
  const naming = useDetailRows(facts).slice(0, namingDetails);
  return (
    <li>
      <article aria-labelledby={titleId}>
        <details className="group text-sm">
          <summary className="flex min-h-11 cursor-pointer list-none items-start gap-2 px-4 py-2.5">
            <FoldMark />
            <span className="flex min-w-0 flex-1 flex-col gap-0.5">
              <span className="flex flex-wrap items-start justify-between gap-x-3">
                <span id={titleId} className="font-medium">
                  {title}
                </span>
                <Status status={tones[state]} label={t(`state.${state}`)} size="small" />
              </span>
              <span className="wrap-anywhere">
                {naming.map(({ name, value, before }, index) => (
                  <span key={name}>
                    {index > 0 && ' · '}
                    <bdi>{before ? `${before.text} → ${value.text}` : value.text}</bdi>
                  </span>
                ))}
              </span>
              <span className="flex flex-wrap gap-x-4 wrap-anywhere text-muted">
                <span>
                  {/* A dot stays on the line that it ends. */}
                  {t('askedBy', { name: askedBy.name })}
                  {'\u00A0· '}
                  <Time at={askedAt} className="whitespace-nowrap" />
                </span>
                {decidedBy && decidedAt && (
                  <span>
                    {t('decidedBy', { name: decidedBy.name })}
                    {'\u00A0· '}
                    <Time at={decidedAt} className="whitespace-nowrap" />
                  </span>
                )}
              </span>
            </span>
          </summary>
          <div className="flex flex-col gap-3 px-4 pb-4 ps-10">
            <ApprovalDetails facts={facts} hidden={[]} />
            {voidReason && <p className="text-muted">{t(`voidReason.${voidReason}`)}</p>}
            <SubjectLink approval={approval} />
          </div>
        </details>
      </article>
    </li>
  );
}
