import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DoubtNote, useDoubt } from '#client/features/deposits/components/VerdictCard.tsx';
import { hasCode } from '#client/lib/api/call.ts';
import { rereadAfter } from '#client/lib/api/mutations.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { text } from '#shared/kernel/fields.ts';
import { reason, type Reason } from '#shared/kernel/reason.ts';
import { netToPay } from '../../components/orders.text.ts';
import { adminOrderRoutes } from '../../orders.queries.ts';
import { sendForPayout, type OpenOrder } from '../orders.admin.queries.ts';
import { Warnings } from '../Warnings.tsx';

/** Approves now and pays later, in a batch that another member may release: no evidence is needed yet. */
export function ApproveForPayout({ order }: { order: OpenOrder }) {
  const { t } = useTranslation('orders.admin');
  const client = useQueryClient();
  const [key, setKey] = useState<string>();
  const { id, reference, version } = order;
  const approve = useMutation({
    mutationFn: (why: string) => sendForPayout(id, { version, ...(why && { reason: why }) }, key ?? ''),
    onSuccess: () => {
      toast({ title: t('forPayout.done'), text: reference });
      setKey(undefined);
    },
    onSettled: rereadAfter(
      client,
      ...adminOrderRoutes,
      'GET /api/admin/transactions/:id/verdict',
      'GET /api/admin/payouts',
      'GET /api/admin/payouts/figures',
    ),
  });
  const why = useApprovalReason(order, approve.error);
  const close = () => {
    approve.reset();
    setKey(undefined);
  };
  return (
    <>
      <Button size="small" variant="tonal" className="self-start" onClick={() => setKey(crypto.randomUUID())}>
        {t('forPayout.button')}
      </Button>
      {/* Facts that come while the dialog is open change what it asks. */}
      {key && <ApproveDialog key={why.missing ?? 'none'} {...{ order, why }} by={approve} onClose={close} />}
    </>
  );
}

/** The reason is refused where it is empty, if `missing` says so. */
type Why = { label: string; missing?: Reason };

interface ApproveDialogProps {
  order: OpenOrder;
  why: Why;
  by: { mutate: (reason: string) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}

const maxReason = 2000;

function ApproveDialog({ order, why: { label, missing }, by, onClose }: ApproveDialogProps) {
  const { t } = useTranslation('orders.admin');
  const { reference, payoutCurrency, paymentDetails } = order;
  const fields = z.object({ reason: text(maxReason, missing ? { min: 1, error: reason(missing) } : {}) });
  const [form, field] = useContractForm(fields, { defaultValues: { reason: '' } });
  return (
    <FormDialog
      {...{ form, by, onClose }}
      title={t('forPayout.button')}
      subtitle={reference}
      confirm={t('forPayout.confirm', { amount: formatMoneyText(netToPay(order), payoutCurrency) })}
      failed={t('failed.approve')}
      onSubmit={(typed) => by.mutate(typed.reason)}
    >
      <Warnings order={order} />
      <DoubtNote order={order} />
      <p>{t('forPayout.text')}</p>
      {paymentDetails && (
        <p className="text-muted">
          {t('payoutTo', { name: paymentDetails.accountName, bank: paymentDetails.bankName })}
        </p>
      )}
      <TextArea label={label} optional={!missing} maxLength={maxReason} rows={3} {...field('reason')} />
    </FormDialog>
  );
}

/** The question for the reason: answered before sending where the server would refuse to approve without one. */
function useApprovalReason(order: OpenOrder, error: Error | null): Why {
  const { t } = useTranslation(['orders.admin', 'deposits.admin']);
  const doubt = useDoubt(order);
  const isDoubtful = doubt !== undefined || hasCode(error, 'verdict_needs_reason');
  if (order.warnings.length > 0) return { label: t('warning.reason'), missing: 'warning_needs_reason' };
  if (isDoubtful) return { label: t('deposits.admin:reason'), missing: 'verdict_needs_reason' };
  return { label: t('forPayout.reason') };
}
