import { deskNotice, type Template } from '../mail.content.ts';

/** To the desk: an account that customers pay into was changed, so that a change nobody made is noticed. */
export const paymentMethodNotice: Template<'payment_method_notice'> = ({ kind, displayName, currency }, { texts }) => {
  const words = texts.payment_method_notice;
  const rows = [
    { label: words.account, value: displayName },
    { label: words.currency, value: currency },
    { label: words.deed, value: words[kind] },
  ];
  return deskNotice(texts, { words, rows, path: '/admin/dashboard?tab=payment-methods' });
};
