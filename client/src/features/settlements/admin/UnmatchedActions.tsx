import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCrypto } from '#client/lib/format/format.ts';
import type { ActionField } from '#client/ui/overlay/action-form.ts';
import { Actions, shown, type ShownAction } from '#client/ui/overlay/Actions.tsx';
import * as contract from '#shared/settlements/unmatched.contract.ts';
import { unmatchedRoutes, type UnmatchedTransfer } from '../settlements.queries.ts';
import { useFoundCustomers, useFoundSales } from './unmatched-search.ts';
import { symbolOf, type TransferProps } from './UnmatchedCells.tsx';

function stateOf({ awaitedBy, resolution }: UnmatchedTransfer): contract.UnmatchedState {
  if (awaitedBy) return 'awaited';
  if (!resolution) return 'open';
  return resolution.kind === 'kept' ? 'kept' : 'decided';
}

/** The decisions about a transfer; a retained one can only be taken back. */
function useActions({ amount, cryptoId, fits, lease }: UnmatchedTransfer): ShownAction[] {
  const { t } = useTranslation(['settlements.admin', 'refunds.admin']);
  const [orderSearch, setOrderSearch] = useState('');
  const [customerSearch, setCustomerSearch] = useState('');
  const sales = useFoundSales(cryptoId, orderSearch);
  const customers = useFoundCustomers(customerSearch);
  const reasonField = { reason: { label: t('reason') } };
  // Opens the order of a quote whose address received the transfer.
  const quoteId = lease && !lease.orderId ? lease.quoteId : undefined;
  const nearSales = [
    ...fits.map(({ orderId, reference, userName }) => ({ value: orderId, text: reference, aside: userName ?? '' })),
    ...(lease && quoteId !== undefined ? [{ value: quoteId, text: lease.reference }] : []),
  ];
  const [likeliest] = nearSales;
  // The coins belong to the customer of the ended sale if they fit no other one.
  const goesBack = lease !== null && !likeliest;
  const orderField: ActionField = {
    label: t('unmatched.order'),
    missing: 'unmatched_target_required',
    kind: 'search',
    value: likeliest?.value ?? '',
    options: [...nearSales, ...sales],
    onSearch: setOrderSearch,
  };
  const owner = lease ? [{ value: lease.userId, text: lease.userName ?? lease.reference }] : [];
  const customerField: ActionField = {
    label: t('unmatched.customer'),
    missing: 'unmatched_customer_required',
    kind: 'search',
    value: lease?.userId ?? '',
    options: [...owner, ...customers],
    onSearch: setCustomerSearch,
    warningOf: (value) =>
      lease && value && value !== lease.userId ? t('refunds.admin:finding.other_person') : undefined,
  };
  return [
    shown(contract.assignUnmatched, {
      label: likeliest ? t('unmatched.assignTo', { reference: likeliest.text }) : t('unmatched.assignShort'),
      title: t('unmatched.assign'),
      isNext: !goesBack,
      fields: { orderId: orderField, ...reasonField },
      bodyOf: ({ orderId, reason }) => (orderId === quoteId ? { quoteId, reason } : { orderId, reason }),
    }),
    shown(contract.refundUnmatched, {
      label: t('unmatched.refundShort'),
      title: t('unmatched.refund'),
      confirm: t('unmatched.refundDo', { amount: formatCrypto(amount, symbolOf(cryptoId)) }),
      isNext: goesBack,
      fields: { userId: customerField, ...reasonField },
    }),
    shown(contract.retainUnmatched, { label: t('unmatched.keep'), fields: reasonField }),
    shown(contract.reopenUnmatched, { label: t('unmatched.reopen'), fields: reasonField }),
  ];
}

/** Shows what the team can do with a transfer: assign it, send it back, keep it, or take a decision back. */
export function UnmatchedActions({ transfer }: TransferProps) {
  const { t } = useTranslation(['settlements.admin', 'admin.common']);
  const actions = useActions(transfer);
  return (
    <Actions
      row={{ id: transfer.id, state: stateOf(transfer) }}
      inView={2}
      rowOf={formatCrypto(transfer.amount, symbolOf(transfer.cryptoId))}
      ownerId={transfer.lease?.userId}
      actions={actions}
      failed={t('admin.common:failed.decide')}
      reads={unmatchedRoutes}
    />
  );
}
