import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#client/lib/format/format.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#client/ui/feedback/States.tsx';
import { kycStatusQuery } from '../kyc.queries.ts';
import { KycForm } from './KycForm.tsx';
import { Approved, Ended, Pending, Rejected, SavedTask } from './Outcomes.tsx';
import { StatusCard } from './StatusCard.tsx';

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
      {status === 'pending' && <Pending kyc={data} isNew={justSent} />}
      {status === 'pending' && returnTo && <SavedTask path={returnTo} />}
      {status === 'approved' && <Approved kyc={data} returnTo={returnTo} />}
      {status === 'rejected' && <Rejected kyc={data} />}
      {isEnded && <Ended kyc={data} />}
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
