import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TelegramBot } from './telegram.ts';

/**
 * Writes messages to the folder of the mails, to run without Telegram: a user who asks for a link counts as having
 * started the talk.
 */
export function outboxBot({ folder, now }: { folder: string; now: () => Date }): TelegramBot {
  const requests: string[] = [];
  return {
    linkOf: (code) => {
      requests.push(code);
      return Promise.resolve(`https://t.me/landfall_local_bot?start=${code}`);
    },
    takeStarts: () => Promise.resolve(requests.splice(0).map((code) => ({ code, chatId: 'local' }))),
    send: async ({ id, text }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${now().toISOString().replaceAll(':', '-')}-telegram-${id.slice(0, 8)}.txt`);
      await writeFile(`${path}.part`, `${text}\n`, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
  };
}
