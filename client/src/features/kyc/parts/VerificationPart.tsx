import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#client/lib/format.ts';
import { sessionQuery, type SessionUser } from '#client/lib/session.ts';
import { useLive } from '#client/lib/socket.ts';
import { Note } from '#client/ui/Banner.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { ErrorState } from '#client/ui/States.tsx';
import { allowanceQuery, kycStatusQuery } from '../kyc.api.ts';
import { KycForm } from './KycForm.tsx';
import { Approved, Pending, Rejected } from './Outcomes.tsx';
import { StatusCard } from './StatusCard.tsx';

/** All of identity verification below a heading: on its own screen, and as a tab of the profile. */
export function VerificationPart({ user }: { user: SessionUser }) {
  const { t } = useTranslation(['kyc', 'transactions']);
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(kycStatusQuery);
  const [justSent, setJustSent] = useState(false);
  useFreshOnNews();
  if (!data) {
    if (!error) return <PartSkeleton />;
    return <ErrorState error={error} title={t('loadFailed')} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const { status, submittedAt } = data;
  return (
    <div className="flex flex-col gap-8">
      {error && (
        <Note tone="warning">{t('transactions:savedCopy', { time: formatDateTime(new Date(dataUpdatedAt)) })}</Note>
      )}
      <StatusCard kyc={data} />
      {status === 'pending' && <Pending kyc={data} isNew={justSent} />}
      {status === 'approved' && <Approved kyc={data} />}
      {status === 'rejected' && <Rejected kyc={data} />}
      {(status === 'none' || status === 'rejected') && (
        // Another request was decided meanwhile: the form begins with what that one said.
        <KycForm key={submittedAt} user={user} previous={data.previous} onSent={() => setJustSent(true)} />
      )}
    </div>
  );
}

/** News come over the socket; where it stands is then read again, never taken from the news. */
function useFreshOnNews(): void {
  const client = useQueryClient();
  useLive('kyc_updated', () => {
    for (const { queryKey } of [kycStatusQuery, allowanceQuery, sessionQuery]) {
      void client.invalidateQueries({ queryKey });
    }
  });
}

function PartSkeleton() {
  return (
    <Skeleton className="flex flex-col gap-8">
      <Bone className="h-36 rounded-card" />
      <Bone className="h-6 w-40" />
      <div className="grid gap-2 sm:grid-cols-3">
        <Bone className="h-14" />
        <Bone className="h-14" />
        <Bone className="h-14" />
      </div>
      <Bone className="h-12" />
      <Bone className="h-12" />
    </Skeleton>
  );
}
