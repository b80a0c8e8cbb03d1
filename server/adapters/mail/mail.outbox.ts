import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { envelopeOf, type Mailer } from './mail.ts';

export type OutboxOptions = {
  folder: string;
  from: string;
  now: () => Date;
  /** Receives the codes, so that tests read them without opening files. */
  print: (line: string) => void;
};

/** Writes mails as complete messages to a folder, to run without a mail server. Newest last by name. */
export function outboxMailer({ folder, from, now, print }: OutboxOptions): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await composer.sendMail(envelopeOf(from, mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const stamp = now().toISOString().replaceAll(':', '-');
      const path = join(folder, `${stamp}-${mail.template}-${mail.id.slice(0, 8)}.eml`);
      // A watcher of the folder sees whole messages only.
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
      if (mail.code !== undefined) print(`Code for ${mail.to}: ${mail.code}`);
    },
    verify: () => Promise.resolve(),
    close: () => undefined,
  };
}
