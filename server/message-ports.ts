import { outboxMailer } from './adapters/mail/mail.outbox.ts';
import { smtpMailer } from './adapters/mail/mail.smtp.ts';
import type { Mailer } from './adapters/mail/mail.ts';
import { botApi } from './adapters/telegram/telegram.bot-api.ts';
import { outboxBot } from './adapters/telegram/telegram.outbox.ts';
import type { TelegramBot } from './adapters/telegram/telegram.ts';
import type { Env } from './env/env.ts';

/** A mail server, or the outbox folder of local mode. */
export function mailerOf({ smtpUrl, requireTls, from, outboxDir }: Env['mail'], now: () => Date): Mailer {
  if (smtpUrl) return smtpMailer({ url: smtpUrl, from, requireTls });
  return outboxMailer({ folder: outboxDir, from, now, print: (line) => process.stdout.write(`${line}\n`) });
}

/** Off without a token. Local mode writes files, unless it names an API. */
export function telegramOf({ telegram, production, mail }: Env, now: () => Date): TelegramBot | undefined {
  const { token, url } = telegram;
  if (!token) return undefined;
  return production || url ? botApi({ token, url }) : outboxBot({ folder: mail.outboxDir, now });
}
