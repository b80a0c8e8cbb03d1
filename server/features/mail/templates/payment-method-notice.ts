import { oneLine, type Template } from '../mail.content.ts';

/** To the desk: an account that customers pay into was changed, so that a change nobody made is noticed. */
export const paymentMethodNotice: Template<'payment_method_notice'> = (
  { kind, displayName, currency: code },
  { texts },
) => {
  const { subject, heading, body, account, currency, deed, open, ...deeds } = texts.payment_method_notice;
  return {
    subject,
    heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'text', text: body },
      {
        kind: 'facts',
        rows: [
          { label: account, value: oneLine(displayName) },
          { label: currency, value: oneLine(code) },
          { label: deed, value: deeds[kind] },
        ],
      },
      { kind: 'button', label: open, path: '/admin/dashboard?tab=payment-methods' },
    ],
  };
};
