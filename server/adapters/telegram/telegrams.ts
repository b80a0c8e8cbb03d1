import type { Env } from '#server/env/env.ts';
import { botApi } from './telegram.bot-api.ts';
import { outboxBot } from './telegram.outbox.ts';
import type { TelegramBot } from './telegram.ts';

/** The bot of the operator; none without a token. Local mode writes files, unless it names an API. */
export function telegramBotOf({ telegram, production, mail }: Env, now: () => Date): TelegramBot | undefined {
  const { token, url } = telegram;
  if (!token) return undefined;
  return production || url ? botApi({ token, url }) : outboxBot({ folder: mail.outboxDir, now });
}
