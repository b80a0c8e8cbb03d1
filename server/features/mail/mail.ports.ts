import type { TelegramBot } from '#server/adapters/telegram/telegram.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { WithInstallation } from '#server/installation/installation.ts';
import type { Platform } from '#server/platform.ts';
import type { Rights } from '#shared/kernel/permission.ts';
import type { MailTemplates } from './mail.templates.service.ts';
import type { MailExamples } from './mail.texts.ts';

/** Limits the mails that this process sends at once, and stops trying while the mail server fails. */
export type DeliveryThrottle = {
  through: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly isPaused: boolean;
  /** False while paused. After a pause it lets one mail go ahead: the others wait until that one is through. */
  admit: () => boolean;
  /** The server itself has failed: nothing more is sent for a while. */
  rest: () => void;
  /** The server has answered. */
  resume: () => void;
};

/** Ports that `mail` provides to the features below it; made in compose.ts. */
export type MailPorts = {
  /** The rights of a role in the team: who may be notified of something. */
  rightsOf: (role: string | null) => Rights;
  mailTemplates: MailTemplates;
  mailExamples: MailExamples;
  deliveryThrottle: DeliveryThrottle;
  /** Absent if nothing is sent to Telegram. */
  telegram: TelegramBot | undefined;
  telegramThrottle: DeliveryThrottle;
};

/** Everything that a service of this feature may need. */
export type MailDeps = Pick<Platform, 'inTx' | 'log' | 'mailer' | 'now' | 'publicUrl'> &
  WithInstallation &
  MailPorts &
  SettingsPorts;
