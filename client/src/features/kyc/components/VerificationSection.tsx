import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { formatDateTime, formatMoneyText } from '#client/lib/format/format.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#client/ui/feedback/States.tsx';
import { omitUnstated, unstated } from '#shared/kernel/unstated.ts';
import { expiryNoticeDays } from '#shared/kyc/kyc.rules.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { allowanceQuery, kycStatusQuery, type KycStatus } from '../kyc.queries.ts';
import { KycForm } from './KycForm.tsx';
import { Approved, KycEnded, KycPending, KycRejected, SavedTask } from './Outcomes.tsx';

/** All of identity verification below a heading: on its own screen, and as a tab of the profile. */
export function VerificationSection({ user, returnTo }: { user: SessionUser; returnTo?: string | undefined }) {
  const { t } = useTranslation(['kyc', 'orders']);
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(kycStatusQuery);
  const [justSent, setJustSent] = useState(false);
  useRefreshOn('kyc_updated', 'GET /api/kyc/status', 'GET /api/sell-allowance', 'GET /api/auth/user');
  if (!data) {
    if (!error) return <SectionSkeleton />;
    return <ErrorState error={error} title={t('loadFailed')} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const { status, submittedAt } = data;
  const isEnded = status === 'revoked' || status === 'expired';
  return (
    <div className="flex flex-col gap-8">
      {error && <Note tone="warning">{t('orders:savedCopy', { time: formatDateTime(new Date(dataUpdatedAt)) })}</Note>}
      <StatusCard kyc={data} />
      {status === 'pending' && <KycPending kyc={data} isNew={justSent} />}
      {status === 'pending' && returnTo && <SavedTask path={returnTo} />}
      {status === 'approved' && <Approved kyc={data} returnTo={returnTo} />}
      {status === 'rejected' && <KycRejected kyc={data} />}
      {isEnded && <KycEnded kyc={data} />}
      {(status === 'none' || status === 'rejected' || isEnded) && (
        // Another request was decided meanwhile: the form restarts with its data.
        <KycForm key={submittedAt} user={user} previous={data.previous} onSent={() => setJustSent(true)} />
      )}
    </div>
  );
}

function SectionSkeleton() {
  return (
    <Skeleton className="flex flex-col gap-8">
      <SkeletonLine className="h-36 rounded-card" />
      <SkeletonLine className="h-6 w-40" />
      <div className="grid gap-2 sm:grid-cols-3">
        <SkeletonLine className="h-14" />
        <SkeletonLine className="h-14" />
        <SkeletonLine className="h-14" />
      </div>
      <SkeletonLine className="h-12" />
      <SkeletonLine className="h-12" />
    </Skeleton>
  );
}

/** The status, since when, and the limits it lifts. Screen readers announce its changes. */
function StatusCard({ kyc: { status, submittedAt, reviewedAt, expiresOn } }: { kyc: KycStatus }) {
  const { t } = useTranslation('kyc');
  const { data: settings } = useQuery(settingsQuery);
  const { data: allowance } = useQuery(allowanceQuery);
  const isApproved = status === 'approved';
  const limit = formatMoneyText(settings?.limits.kycUsd ?? 0, 'USD');
  const days = settings?.limits.kycDays ?? 0;
  return (
    <section aria-label={t('card.label')} aria-live="polite" className="card flex flex-col gap-4 p-4 sm:p-6">
      <div className="flex flex-col items-start gap-3 sm:flex-row sm:gap-5">
        <Status status={status} label={t(`status.${status}`)} />
        <div className="flex min-w-0 flex-1 flex-col gap-1 self-stretch">
          {settings ? (
            <p className="font-medium">{t(isApproved ? 'card.unlocked' : 'card.unlocks', { limit, days })}</p>
          ) : (
            <p className="min-h-6" />
          )}
          {isApproved && expiresOn && isSoon(expiresOn) && <p className="text-sm">{t('card.endsSoon')}</p>}
          {!isApproved && settings && allowance && (
            <UsedLimit
              usedUsd={allowance.usedUsd}
              limitUsd={allowance.limitUsd}
              review={settings.times.kyc || unstated}
              isWaiting={status === 'pending'}
            />
          )}
        </div>
      </div>
      {submittedAt && (
        <dl className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-3 text-sm">
          <DatedRow label={t('card.submittedOn')} at={submittedAt} />
          {reviewedAt && <DatedRow label={t('card.reviewedOn')} at={reviewedAt} />}
          {expiresOn && <DatedRow label={t('card.validUntil')} at={`${expiresOn}T12:00`} shape="date" />}
        </dl>
      )}
    </section>
  );
}

function UsedLimit(props: { usedUsd: number; limitUsd: number; review: string; isWaiting: boolean }) {
  const { usedUsd, limitUsd, review, isWaiting } = props;
  const { t } = useTranslation('kyc');
  const details = { used: formatMoneyText(usedUsd, 'USD'), limit: formatMoneyText(limitUsd, 'USD'), review };
  return (
    <>
      <p className="text-sm text-muted">{omitUnstated(t(isWaiting ? 'card.usedWaiting' : 'card.used', details))}</p>
      <progress
        aria-label={t('card.usedLabel', details)}
        max={limitUsd}
        value={Math.min(usedUsd, limitUsd)}
        className="progress mt-2 h-1 w-full"
      />
    </>
  );
}

/** True within the days in which the customer is also notified by mail. A hint: the server decides by its own clock. */
function isSoon(expiresOn: string): boolean {
  return Date.parse(expiresOn) - Date.now() <= expiryNoticeDays * dayMs;
}

function DatedRow({ label, at, shape = 'dateTime' }: { label: string; at: string; shape?: 'date' | 'dateTime' }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{label}</dt>
      <dd>
        <Time at={at} shape={shape} />
      </dd>
    </div>
  );
}
