import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DoubtNote, useDoubt } from '#client/features/deposits/components/VerdictCard.tsx';
import { hasCode } from '#client/lib/api/call.ts';
import { rereadAfter } from '#client/lib/api/mutations.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import type { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { reason, type Reason } from '#shared/kernel/reason.ts';
import { reviewDecision } from '#shared/orders/admin/orders.admin.contract.ts';
import { netToPay } from '../../components/orders.text.ts';
import { adminOrderRoutes } from '../../orders.queries.ts';
import { sendForPayout, type OpenOrder } from '../orders.admin.queries.ts';
import { Warnings } from '../Warnings.tsx';
import type { DecisionResult } from './useDecide.ts';

export const forPayoutId = 'order-for-payout';

interface ApproveForPayoutProps {
  order: OpenOrder;
  onDecided: (lastDecision: DecisionResult) => void;
  /** True if this is the decision that the order waits for. */
  isFirst: boolean;
  /** The attempt that the open dialog sends; undefined while it is closed. */
  attempt: string | undefined;
  onAttempt: (key: string | undefined) => void;
}

/** Approves now and pays later, in a batch that another member may release: no evidence is needed yet. */
export function ApproveForPayout({ order, onDecided, isFirst, attempt, onAttempt }: ApproveForPayoutProps) {
  const { t } = useTranslation('orders.admin');
  const client = useQueryClient();
  const { id, reference, version, payoutCurrency, paymentDetails } = order;
  const approve = useMutation({
    mutationFn: (reason: string) => sendForPayout(id, { version, ...(reason && { reason }) }, attempt ?? ''),
    onSuccess: () => {
      close();
      onDecided({ order, action: 'payout', ok: true });
    },
    onSettled: rereadAfter(
      client,
      ...adminOrderRoutes,
      'GET /api/admin/transactions/:id/verdict',
      'GET /api/admin/payouts',
      'GET /api/admin/payouts/figures',
    ),
  });
  const approvalReason = useApprovalReason(order, approve.error);
  const close = () => {
    approve.reset();
    onAttempt(undefined);
  };
  const amount = formatMoneyText(netToPay(order), payoutCurrency);
  // The label names only the difference, because the payment by hand beside it has the amount.
  const textWith = (sum: string) => (isFirst ? t('forPayout.full', { amount: sum }) : t('forPayout.button'));
  return (
    <>
      <Button
        id={forPayoutId}
        variant={isFirst ? 'filled' : 'outline'}
        className="px-3 text-sm"
        aria-label={textWith(amount)}
        aria-keyshortcuts="B"
        onClick={() => onAttempt(crypto.randomUUID())}
      >
        {textWith(amount.replaceAll(' ', '\u00a0'))}{' '}
        <span className="max-md:hidden">
          <Kbd onFill={isFirst}>B</Kbd>
        </span>
      </Button>
      {attempt && (
        <ReasonForm
          title={t('forPayout.button')}
          subtitle={reference}
          confirm={t('forPayout.confirm', { amount })}
          why={approvalReason}
          by={approve}
          failed={t('failed.approve')}
          onReason={(reason) => approve.mutate(reason)}
          onClose={close}
        >
          <Warnings order={order} />
          <DoubtNote order={order} />
          <p>{t('forPayout.text')}</p>
          {paymentDetails && (
            <p className="text-muted">
              {t('payoutTo', { name: paymentDetails.accountName, bank: paymentDetails.bankName })}
            </p>
          )}
        </ReasonForm>
      )}
    </>
  );
}

interface Why {
  label: string;
  /** The error if the field is left empty. */
  missing?: Reason;
}

type ReasonFormProps = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'subtitle' | 'confirm' | 'by' | 'failed' | 'onClose' | 'children'
> & { why: Why; onReason: (reason: string) => void };

/** True if the server would approve with a reason. */
export const asksReason = (error: unknown): boolean =>
  hasCode(error, 'verdict_needs_reason') || hasCode(error, 'warning_needs_reason');

/** Adds the reason to the contract's schema, as required if the server would refuse without it. */
function ReasonForm({ why: { label, missing }, onReason, children, ...dialog }: ReasonFormProps) {
  const { reason: reasonField } = reviewDecision.form.fields.shape;
  const schema = z.object({ reason: missing ? reasonField.unwrap().min(1, reason(missing)) : reasonField });
  const { t } = useTranslation('orders.admin');
  const [form, field] = useContractForm(schema, { defaultValues: { reason: '' } });
  return (
    <FormDialog
      {...dialog}
      form={form}
      missing={missing && !form.watch('reason')?.trim() ? t('missing.reason') : undefined}
      onMissing={() => form.setFocus('reason')}
      // The field shows that the reason is missing.
      {...(asksReason(dialog.by?.error) && { problem: null })}
      onSubmit={({ reason: typed = '' }) => onReason(typed)}
    >
      {children}
      <TextArea label={label} optional={!missing} rows={3} {...field('reason')} />
    </FormDialog>
  );
}

/** Asks for the reason before sending if the server would refuse to approve without one. */
function useApprovalReason(order: OpenOrder, error: Error | null): Why {
  const { t } = useTranslation(['orders.admin', 'deposits.admin']);
  const doubt = useDoubt(order);
  const isDoubtful = doubt !== undefined || hasCode(error, 'verdict_needs_reason');
  if (order.warnings.length > 0) return { label: t('warning.reason'), missing: 'warning_needs_reason' };
  if (isDoubtful) return { label: t('deposits.admin:reason'), missing: 'verdict_needs_reason' };
  return { label: t('forPayout.reason') };
}
