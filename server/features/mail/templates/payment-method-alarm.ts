import { adminNotice, type Template } from '../mail.content.ts';

/** To the desk. Never with the account itself: whoever reads the mail must not take it for ours. */
export const paymentMethodAlarm: Template<'payment_method_alarm'> = ({ displayName, currency }, { texts }) => {
  const labels = texts.payment_method_alarm;
  const rows = [{ label: labels.account, value: `${displayName} (${currency})` }];
  return adminNotice(texts, { labels, rows, path: '/admin/dashboard?tab=payment-methods' });
};
