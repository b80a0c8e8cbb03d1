import { Eta } from 'eta';
import { settingsIn, type Settings } from '#server/features/settings/settings.service.ts';
import { ar } from './locales/ar.ts';
import { en, type MailTexts } from './locales/en.ts';
import { de } from './locales/de.ts';
import { es } from './locales/es.ts';
import { fr } from './locales/fr.ts';
import { ja } from './locales/ja.ts';
import { ko } from './locales/ko.ts';
import { pt } from './locales/pt.ts';
import { ru } from './locales/ru.ts';
import { zh } from './locales/zh.ts';
import { interpolate, type Block, type MailContent, type MailContext } from './mail.content.ts';
import { htmlLayout, textLayout } from './mail.layout.ts';
import type { Mail } from './mail.service.ts';
import { agentRequestNotice } from './templates/agent-request-notice.ts';
import { alreadyRegistered } from './templates/already-registered.ts';
import { chatAnswer } from './templates/chat-answer.ts';
import { emailChanged } from './templates/email-changed.ts';
import { heldRateNotice } from './templates/held-rate-notice.ts';
import { kycApproved } from './templates/kyc-approved.ts';
import { kycReceived } from './templates/kyc-received.ts';
import { kycRejected } from './templates/kyc-rejected.ts';
import { newsletterConfirm } from './templates/newsletter-confirm.ts';
import { newsletterWelcome } from './templates/newsletter-welcome.ts';
import { newOrderNotice } from './templates/new-order-notice.ts';
import { orderAwaitingProof } from './templates/order-awaiting-proof.ts';
import { orderCompleted } from './templates/order-completed.ts';
import { orderFailed } from './templates/order-failed.ts';
import { orderProcessing } from './templates/order-processing.ts';
import { orderReceived } from './templates/order-received.ts';
import { orderRejected } from './templates/order-rejected.ts';
import { passwordChanged } from './templates/password-changed.ts';
import { passwordReset } from './templates/password-reset.ts';
import { paymentMethodAlarm } from './templates/payment-method-alarm.ts';
import { paymentMethodNotice } from './templates/payment-method-notice.ts';
import { secondFactorChanged } from './templates/second-factor-changed.ts';
import { verificationCode } from './templates/verification-code.ts';
import { walletAlarm } from './templates/wallet-alarm.ts';
import { walletNotice } from './templates/wallet-notice.ts';

export type RenderedMail = { subject: string; html: string; text: string };

/** Languages that mails are written in; the others get English until their catalogue stands beside it. */
const catalogues: Record<string, { texts: MailTexts; direction: 'ltr' | 'rtl' }> = {
  en: { texts: en, direction: 'ltr' },
  de: { texts: de, direction: 'ltr' },
  es: { texts: es, direction: 'ltr' },
  fr: { texts: fr, direction: 'ltr' },
  ja: { texts: ja, direction: 'ltr' },
  ko: { texts: ko, direction: 'ltr' },
  pt: { texts: pt, direction: 'ltr' },
  ru: { texts: ru, direction: 'ltr' },
  zh: { texts: zh, direction: 'ltr' },
  ar: { texts: ar, direction: 'rtl' },
};

const html = new Eta({ autoEscape: true, autoTrim: false });
const plain = new Eta({ autoEscape: false });
const renderHtml = html.compile(htmlLayout);
const renderPlain = plain.compile(textLayout);

/** Turns a template and its data into a mail; links begin at `publicUrl`. */
export function renderMail(
  mail: Pick<Mail, 'template' | 'data'>,
  { language, settings, publicUrl }: { language: string; settings: Settings; publicUrl: string },
): RenderedMail {
  const known = language in catalogues ? language : 'en';
  const { texts, direction } = catalogues[known] ?? { texts: en, direction: 'ltr' };
  const content = contentOf(mail as Mail, { texts, settings: settingsIn(known, settings) });
  const { name: brand, operator, supportEmail } = settings.brand;
  const footer = {
    automatic: interpolate(texts.layout.automatic, { supportEmail }),
    never: texts.layout.never,
    operator: interpolate(texts.layout.operator, { brand, operator }),
  };
  const blocks = content.blocks.map((block) => withUrl(block, publicUrl));
  const it = { ...content, blocks, language: known, ...sidesOf(direction), brand, footer, texts: texts.layout };
  return { subject: content.subject, html: html.render(renderHtml, it), text: plain.render(renderPlain, it) };
}

/** What a layout needs to know of a direction; plain text keeps a figure in one piece by signs that cannot be seen. */
function sidesOf(direction: 'ltr' | 'rtl') {
  const isRight = direction === 'rtl';
  const apart = (value: string) => (isRight ? `\u2068${value}\u2069` : value);
  return { direction, end: isRight ? 'left' : 'right', apart };
}

function contentOf(mail: Mail, context: MailContext): MailContent {
  switch (mail.template) {
    case 'verification_code':
      return verificationCode(mail.data, context);
    case 'already_registered':
      return alreadyRegistered(mail.data, context);
    case 'password_reset':
      return passwordReset(mail.data, context);
    case 'password_changed':
      return passwordChanged(mail.data, context);
    case 'email_changed':
      return emailChanged(mail.data, context);
    case 'second_factor_changed':
      return secondFactorChanged(mail.data, context);
    case 'kyc_received':
      return kycReceived(mail.data, context);
    case 'kyc_approved':
      return kycApproved(mail.data, context);
    case 'kyc_rejected':
      return kycRejected(mail.data, context);
    case 'order_received':
      return orderReceived(mail.data, context);
    case 'order_awaiting_proof':
      return orderAwaitingProof(mail.data, context);
    case 'order_processing':
      return orderProcessing(mail.data, context);
    case 'order_completed':
      return orderCompleted(mail.data, context);
    case 'order_rejected':
      return orderRejected(mail.data, context);
    case 'order_failed':
      return orderFailed(mail.data, context);
    case 'new_order_notice':
      return newOrderNotice(mail.data, context);
    case 'payment_method_notice':
      return paymentMethodNotice(mail.data, context);
    case 'wallet_notice':
      return walletNotice(mail.data, context);
    case 'wallet_alarm':
      return walletAlarm(mail.data, context);
    case 'payment_method_alarm':
      return paymentMethodAlarm(mail.data, context);
    case 'held_rate_notice':
      return heldRateNotice(mail.data, context);
    case 'agent_request_notice':
      return agentRequestNotice(mail.data, context);
    case 'chat_answer':
      return chatAnswer(mail.data, context);
    case 'newsletter_confirm':
      return newsletterConfirm(mail.data, context);
    case 'newsletter_welcome':
      return newsletterWelcome(mail.data, context);
    default:
      return neverWritten(mail);
  }
}

/** Not to be reached while the code and the rows are of the same version. */
function neverWritten(mail: never): never {
  throw new Error(`There is no mail template ${(mail as Mail).template}.`);
}

/** A link never leaves the site, whatever its path says. */
function withUrl(block: Block, publicUrl: string): Block | (Block & { url: string }) {
  if (block.kind !== 'button') return block;
  const url = new URL(block.path, publicUrl);
  if (url.origin !== new URL(publicUrl).origin) throw new Error('A mail must not link to another site.');
  return { ...block, url: url.href };
}
