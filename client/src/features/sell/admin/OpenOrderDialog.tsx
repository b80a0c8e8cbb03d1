import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { formatMoney } from '#client/lib/format/format.ts';
import { useIsMe } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import type { Api } from '#shared/api.ts';
import { quoteOrder } from '#shared/sell/sell.admin.contract.ts';
import { quoteQuery, useOpenOrder } from './sell.admin.queries.ts';

type QuoteDetails = Api['GET /api/admin/sell-quotes/:id']['output'];

/** Opens the order of a quote whose coins arrived without a proof, once the details are loaded. */
export function OpenOrderDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('sell.admin');
  const { data, error, refetch } = useQuery(quoteQuery(id));
  const isOwn = useIsMe()(data?.userId ?? null);
  if (data && !isOwn) return <QuoteForm quote={data} onClose={onClose} />;
  if (!error && !isOwn) return null;
  return (
    <Dialog open title={t('list.title')} onClose={onClose}>
      {isOwn && <NotPermitted why="ownCase" />}
      <AdminProblem error={error} title={t('list.failed')} onRetry={() => void refetch()} />
    </Dialog>
  );
}

interface SaleForm {
  reason: string;
  terms: 'quote' | 'now';
  payoutAccountId: string;
  transactionHash: string;
}

const form = wireForm(quoteOrder, ({ payoutAccountId, transactionHash, ...rest }: SaleForm) => ({
  ...rest,
  payoutAccountId: payoutAccountId || null,
  transactionHash: transactionHash.trim() || null,
}));

function QuoteForm({ quote, onClose }: { quote: QuoteDetails; onClose: () => void }) {
  const { t } = useTranslation('sell.admin');
  const navigate = useNavigate();
  const { quoteId, reference, netAmount, netNow, currency, expired, payoutAccounts } = quote;
  const openOrder = useOpenOrder(quoteId);
  const [fields, field] = useContractForm(form, {
    defaultValues: {
      reason: '',
      terms: expired && netNow !== null ? 'now' : 'quote',
      payoutAccountId: '',
      transactionHash: '',
    },
  });
  return (
    <FormDialog
      full
      form={fields}
      title={t('dialog.title', { reference })}
      confirm={t('dialog.yes')}
      by={openOrder}
      failed={t('failed.open')}
      onSubmit={(body) =>
        openOrder.mutate(body, { onSuccess: (order) => void navigate(`/admin/transactions?tx=${order.id}`) })
      }
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('dialog.text')}</p>
      <TextArea label={t('dialog.reason')} rows={3} {...field('reason')} />
      <Select label={t('dialog.terms')} {...field('terms')}>
        <option value="quote">{t('dialog.quoteTerms', { amount: formatMoney(netAmount, currency) })}</option>
        {netNow !== null && (
          <option value="now">{t('dialog.nowTerms', { amount: formatMoney(netNow, currency) })}</option>
        )}
      </Select>
      <Select
        label={t('dialog.account')}
        none={t('dialog.noAccount')}
        options={payoutAccounts.map(({ id, bankName, accountName, accountNumber }) => [
          id,
          [accountName, bankName, accountNumber].join(' · '),
        ])}
        {...field('payoutAccountId')}
      />
      <TextInput
        label={t('dialog.hash')}
        optional
        autoComplete="off"
        spellCheck={false}
        {...field('transactionHash')}
      />
    </FormDialog>
  );
}
