import { featureMail, noticeBlocks } from '#server/features/mail/mail.templates.service.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Mail to the administrator: one of its own receiving accounts was changed. Never carries the account itself. */
    payment_method_notice: { kind: 'created' | 'changed' | 'deleted'; displayName: string; currency: string };
    /**
     * Mail to the administrator: one of its receiving accounts was edited in the database. Never contains the account.
     */
    payment_method_alarm: { displayName: string; currency: string };
  }
}

const path = '/admin/dashboard?tab=payment-methods';

export const paymentMethodsMail = featureMail('payment-methods.mail', {
  /** An account that customers pay into was changed: an unauthorized change is noticed. */
  payment_method_notice: ({ kind, displayName, currency }, { text }) =>
    noticeBlocks(text, path, [
      [text.account, displayName],
      [text.currency, currency],
      [text.change, text[kind]],
    ]),
  /** Never with the account itself: a reader of the mail must not take it for ours. */
  payment_method_alarm: ({ displayName, currency }, { text }) =>
    noticeBlocks(text, path, [[text.account, `${displayName} (${currency})`]]),
});
