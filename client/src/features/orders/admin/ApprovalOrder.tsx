import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePreview } from '#client/features/files/components/FilePreview.tsx';
import { ReasonedFile } from '#client/features/files/components/ReasonedFile.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { DetailSkeleton } from '#client/ui/layout/DetailPane.tsx';
import { CustomerWarnings } from './CustomerCard.tsx';
import { adminOrderQuery } from './orders.admin.queries.ts';
import { PayoutSlip, PayTo } from './PayoutSlip.tsx';
import { filesOf } from './ProofPane.tsx';

/** The order that a second member approves: its slip, where the money goes, and every picture. */
export function ApprovalOrder({ id, details }: { id: string; details: ReactNode }) {
  const { t } = useTranslation(['orders.admin', 'admin.common']);
  const { data: order, error, refetch } = useQuery(adminOrderQuery(id));
  if (error)
    return <AdminProblem error={error} title={t('admin.common:failed.orders')} onRetry={() => void refetch()} />;
  if (!order) return <DetailSkeleton />;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-w-0 flex-col gap-3">
        <CustomerWarnings order={order} />
        <PayoutSlip order={order} hasRule />
        {details}
        <PayTo order={order} />
      </div>
      <div className="grid min-w-0 grid-cols-2 gap-2 self-start">
        {filesOf(order).map((file) => (
          <figure key={file.filename} className="flex min-w-0 flex-col rounded-card border border-line bg-sunken p-2">
            <ReasonedFile file={file} reference={order.reference}>
              <FilePreview file={file} />
            </ReasonedFile>
            <figcaption className="pt-1 text-xs wrap-anywhere text-muted">{file.originalName}</figcaption>
          </figure>
        ))}
      </div>
    </div>
  );
}
