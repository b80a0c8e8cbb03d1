import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidateRoutes } from '#client/lib/api/query.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { MoveDialog } from '#client/ui/overlay/MoveDialog.tsx';
import { netToPay } from '../../components/orders.text.ts';
import { adminOrderRoutes } from '../../orders.queries.ts';
import { sendForPayout, type AdminOrder } from '../orders.admin.queries.ts';

/** Approves now and pays later, in a batch that another member may release: no evidence is needed yet. */
export function ApproveForPayout({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('orders.admin');
  const client = useQueryClient();
  const [key, setKey] = useState<string>();
  const { id, reference, version, payoutCurrency, paymentDetails } = order;
  const approve = useMutation({
    mutationFn: (reason: string) => sendForPayout(id, { version, ...(reason && { reason }) }, key ?? ''),
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
        <MoveDialog
          title={t('forPayout.button')}
          subtitle={reference}
          confirm={t('forPayout.confirm', { amount: formatMoneyText(netToPay(order), payoutCurrency) })}
          why={{ label: t('forPayout.reason') }}
          busy={approve.isPending}
          error={approve.error}
          failed={t('failed.update')}
          onSubmit={({ reason }) => approve.mutate(reason)}
          onClose={close}
        >
          <p>{t('forPayout.text')}</p>
          {paymentDetails && (
            <p className="text-muted">
              {t('payoutTo', { name: paymentDetails.accountName, bank: paymentDetails.bankName })}
            </p>
          )}
        </MoveDialog>
      )}
    </>
  );
}
