import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidateRoutes } from '#client/lib/api/query.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { netToPay } from '../../components/orders.text.ts';
import { adminOrderRoutes } from '../../orders.queries.ts';
import { sendForPayout, type AdminOrder } from '../orders.admin.queries.ts';

/** Approves now and pays later, in a batch that another member may release: no evidence is needed yet. */
export function ApproveForPayout({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('orders.admin');
  const client = useQueryClient();
  const [key, setKey] = useState<string>();
  const [reason, setReason] = useState('');
  const { id, reference, version, payoutCurrency, paymentDetails } = order;
  const approve = useMutation({
    mutationFn: () => sendForPayout(id, { version, ...(reason.trim() && { reason: reason.trim() }) }, key ?? ''),
    onSuccess: () => {
      toast({ title: t('forPayout.done'), text: reference, tone: 'done' });
      setKey(undefined);
    },
    onSettled: () =>
      invalidateRoutes(client, ...adminOrderRoutes, 'GET /api/admin/payouts', 'GET /api/admin/payouts/figures'),
  });
  const close = () => {
    approve.reset();
    setKey(undefined);
  };
  return (
    <>
      <Button size="small" variant="tonal" className="self-start" onClick={() => setKey(crypto.randomUUID())}>
        {t('forPayout.button')}
      </Button>
      {key && (
        <ConfirmDialog
          title={t('forPayout.button')}
          subtitle={reference}
          confirm={t('forPayout.confirm', { amount: formatMoneyText(netToPay(order), payoutCurrency) })}
          busy={approve.isPending}
          error={approve.error}
          failed={t('failed.update')}
          onConfirm={() => approve.mutate()}
          onClose={close}
        >
          <p>{t('forPayout.text')}</p>
          {paymentDetails && (
            <p className="text-muted">
              {t('payoutTo', { name: paymentDetails.accountName, bank: paymentDetails.bankName })}
            </p>
          )}
          <TextArea
            optional
            label={t('forPayout.reason')}
            rows={2}
            maxLength={2000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
