import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';
import { patienceMs } from './expect.ts';
import { productDataDir } from './product.ts';

/**
 * By path, for all files of this worker: hundreds would otherwise be parsed at each poll. A mail appears whole and
 * never changes.
 */
const parsedMails = new Map<string, Promise<Email>>();

function mailAt(path: string): Promise<Email> {
  const mail = parsedMails.get(path) ?? readFile(path).then((bytes) => PostalMime.parse(bytes));
  parsedMails.set(path, mail);
  return mail;
}

/** Every mail to an address, oldest first. */
export async function mailsTo(address: string): Promise<Email[]> {
  const outbox = join(productDataDir(), 'outbox');
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(names.map((name) => mailAt(join(outbox, name))));
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address?.toLowerCase() === address.toLowerCase()));
}

/** Waits for a mail to `address` whose subject or text fits, and returns the newest such one. */
export async function readMail(address: string, pattern: RegExp = /./): Promise<Email> {
  return vi.waitFor(
    async () => {
      const mail = (await mailsTo(address)).filter(({ subject, text }) => pattern.test(`${subject}\n${text}`)).at(-1);
      if (!mail) throw new Error(`No mail to ${address} fits ${pattern}`);
      return mail;
    },
    { timeout: patienceMs, interval: 50 },
  );
}

/**
 * Reads the one-time code of the newest mail whose subject or text matches: another kind of code may have come before
 * it.
 */
export async function codeFor(address: string, pattern = /\b\d{6}\b/): Promise<string> {
  const { text = '' } = await readMail(address, pattern);
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}
