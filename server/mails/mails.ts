import { alarmsMail } from '../features/alarms/alarms.mail.templates.ts';
import { authMail } from '../features/auth/auth.mail.templates.ts';
import { chainsMail } from '../features/chains/chains.mail.templates.ts';
import { chatMail } from '../features/chat/chat.mail.templates.ts';
import { depositSourcesMail } from '../features/deposit-sources/deposit-sources.mail.templates.ts';
import { depositsMail } from '../features/deposits/deposits.mail.templates.ts';
import { fiatExchangeMail } from '../features/fiat-exchange/fiat-exchange.mail.templates.ts';
import { kycMail } from '../features/kyc/kyc.mail.templates.ts';
import type { MailTemplates } from '../features/mail/mail.templates.service.ts';
import { noticesMail } from '../features/mail/notices/notices.text.ts';
import { newsletterMail } from '../features/newsletter/newsletter.mail.templates.ts';
import { notesMail } from '../features/notes/notes.mail.templates.ts';
import { ordersMail } from '../features/orders/orders.mail.templates.ts';
import { paymentMethodsMail } from '../features/payment-methods/payment-methods.mail.templates.ts';
import { payoutsMail } from '../features/payouts/payouts.mail.templates.ts';
import { ratesMail } from '../features/rates/rates.mail.templates.ts';
import { refundsMail } from '../features/refunds/refunds.mail.templates.ts';
import { settlementsMail } from '../features/settlements/settlements.mail.templates.ts';
import { teamMail } from '../features/team/team.mail.templates.ts';
import { walletsMail } from '../features/wallets/wallets.mail.templates.ts';

/** Every mail the product sends, in the order of the features. A template that is missing does not compile. */
export const mailTemplates: MailTemplates = {
  ...noticesMail(() => mailTemplates),
  ...alarmsMail,
  ...authMail,
  ...teamMail,
  ...notesMail,
  ...kycMail,
  ...ratesMail,
  ...chainsMail,
  ...walletsMail,
  ...depositSourcesMail,
  ...paymentMethodsMail,
  ...ordersMail,
  ...fiatExchangeMail,
  ...depositsMail,
  ...refundsMail,
  ...settlementsMail,
  ...payoutsMail,
  ...newsletterMail,
  ...chatMail,
};
