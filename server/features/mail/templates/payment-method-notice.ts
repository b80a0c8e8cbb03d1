import { adminNotice, type Template } from '../mail.content.ts';

/** To the desk: an account that customers pay into was changed, so that a change nobody made is noticed. */
export const paymentMethodNotice: Template<'payment_method_notice'> = ({ kind, displayName, currency }, { texts }) => {
  const labels = texts.payment_method_notice;
  const rows = [
    { label: labels.account, value: displayName },
    { label: labels.currency, value: currency },
    { label: labels.change, value: labels[kind] },
  ];
  return adminNotice(texts, { labels, rows, path: '/admin/dashboard?tab=payment-methods' });
};
