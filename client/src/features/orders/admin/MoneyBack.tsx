import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { rereadAfter } from '#client/lib/api/mutations.ts';
import { useUpload } from '#client/lib/api/useUpload.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { amendmentInput } from '#shared/orders/orders.review.ts';
import { adminOrderRoutes } from '../orders.queries.ts';
import { adminOrderQuery, sendAmendment, type OpenOrder } from './orders.admin.queries.ts';

type Owed = NonNullable<OpenOrder['moneyBack']>;

/** Shows the money that the customer of a refused exchange gets back, to members who may release payments. */
export function MoneyBack({ order, owed }: { order: OpenOrder; owed: Owed }) {
  const { t } = useTranslation('orders.admin');
  const mayRelease = useMay()('payouts.release');
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="flex flex-col items-start gap-2">
      <p>{t('moneyBack.owed', { amount: formatMoneyText(owed.amount, owed.currency) })}</p>
      {mayRelease && <Button text={t('moneyBack.open')} size="small" onClick={() => setOpen(true)} />}
      {isOpen && <MoneyBackDialog order={order} owed={owed} onClose={() => setOpen(false)} />}
    </section>
  );
}

interface MoneyBackDialogProps {
  order: OpenOrder;
  owed: Owed;
  onClose: () => void;
}

function MoneyBackDialog({ order, owed: { amount, currency, accounts }, onClose }: MoneyBackDialogProps) {
  const { t } = useTranslation('orders.admin');
  const client = useQueryClient();
  const [form, field] = useContractForm(amendmentInput, {
    defaultValues: { kind: 'money_back', note: '', amount, transactionId: '' },
  });
  form.register('accountId', { setValueAs: (id: string | undefined) => id || undefined });
  const upload = useUpload({
    prepare: (fields: z.output<typeof amendmentInput>) => ({ id: order.id, fields, files: [] }),
    send: sendAmendment,
    attemptName: `money back ${order.id}`,
    onSuccess: (details) => {
      client.setQueryData(adminOrderQuery(order.id).queryKey, details);
      onClose();
    },
    onSettled: rereadAfter(client, ...adminOrderRoutes, 'GET /api/admin/overview'),
  });
  return (
    <FormDialog
      full
      form={form}
      title={t('moneyBack.dialog', { reference: order.reference })}
      confirm={t('moneyBack.do')}
      by={upload}
      failed={t('failed.amend')}
      onSubmit={upload.send}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('moneyBack.text', { amount: formatMoneyText(amount, currency) })}</p>
      <TextInput
        label={t('moneyBack.amount', { currency })}
        inputMode="decimal"
        autoComplete="off"
        {...field('amount')}
      />
      <Select
        label={t('moneyBack.account')}
        options={[['', t('moneyBack.byHand')], ...accounts.map(({ id, name }) => [id, name] as const)]}
        {...field('accountId')}
      />
      <TextInput label={t('moneyBack.transactionId')} autoComplete="off" {...field('transactionId')} />
      <TextArea label={t('moneyBack.note')} rows={3} {...field('note')} />
    </FormDialog>
  );
}
