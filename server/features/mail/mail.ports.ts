import type { TelegramBot } from '#server/adapters/telegram/telegram.ts';
import type { DeliveryThrottle } from './mail.delivery.ts';
import type { MailTemplates } from './mail.templates.service.ts';
import type { MailExamples } from './mail.texts.ts';
import type { WithRights } from './notices/notices.service.ts';

/** Ports that `mail` provides to the features below it; made in compose.ts. */
export type MailPorts = WithRights & {
  mailTemplates: MailTemplates;
  mailExamples: MailExamples;
  deliveryThrottle: DeliveryThrottle;
  /** Absent if nothing is sent to Telegram. */
  telegram: TelegramBot | undefined;
  telegramThrottle: DeliveryThrottle;
};
