import { deskNotice, type Template } from '../mail.content.ts';

/** To the desk. Never with the account itself: whoever reads the mail must not take it for ours. */
export const paymentMethodAlarm: Template<'payment_method_alarm'> = ({ displayName, currency }, { texts }) => {
  const words = texts.payment_method_alarm;
  const rows = [{ label: words.account, value: `${displayName} (${currency})` }];
  return deskNotice(texts, { words, rows, path: '/admin/dashboard?tab=payment-methods' });
};
