import { oneLine, type Template } from '../mail.content.ts';

/** To the desk. Never with the account itself: whoever reads the mail must not take it for ours. */
export const paymentMethodAlarm: Template<'payment_method_alarm'> = ({ displayName, currency }, { texts }) => {
  const { subject, heading, body, account, open } = texts.payment_method_alarm;
  return {
    subject,
    heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'text', text: body },
      { kind: 'facts', rows: [{ label: account, value: oneLine(`${displayName} (${currency})`) }] },
      { kind: 'button', label: open, path: '/admin/dashboard?tab=payment-methods' },
    ],
  };
};
