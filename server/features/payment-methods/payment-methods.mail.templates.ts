import { adminNotice, featureMail, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type PaymentMethodsMailTexts = ServerTexts['payment-methods.mail'];

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** To the administrator: one of its own receiving accounts was changed. Never carries the account itself. */
    payment_method_notice: { kind: 'created' | 'changed' | 'deleted'; displayName: string; currency: string };
    /** To the administrator: one of its receiving accounts was edited in the database. Never contains the account. */
    payment_method_alarm: { displayName: string; currency: string };
  }
}

/** To the admin: an account that customers pay into was changed, so that an unauthorized change is noticed. */
const paymentMethodNotice: Template<'payment_method_notice', PaymentMethodsMailTexts> = (
  { kind, displayName, currency },
  { texts, layout },
) => {
  const labels = texts.payment_method_notice;
  const rows = [
    { label: labels.account, value: displayName },
    { label: labels.currency, value: currency },
    { label: labels.change, value: labels[kind] },
  ];
  return adminNotice(layout, { labels, rows, path: '/admin/dashboard?tab=payment-methods' });
};

/** To the admin. Never with the account itself: whoever reads the mail must not take it for ours. */
const paymentMethodAlarm: Template<'payment_method_alarm', PaymentMethodsMailTexts> = (
  { displayName, currency },
  { texts, layout },
) => {
  const labels = texts.payment_method_alarm;
  const rows = [{ label: labels.account, value: `${displayName} (${currency})` }];
  return adminNotice(layout, { labels, rows, path: '/admin/dashboard?tab=payment-methods' });
};

/** The mails of this feature. */
export const paymentMethodsMail = featureMail('payment-methods.mail', {
  payment_method_notice: paymentMethodNotice,
  payment_method_alarm: paymentMethodAlarm,
});
