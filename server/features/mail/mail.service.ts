import type { TransactionSender } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import statusNames from '#shared/mail/mail.status-templates.json' with { type: 'json' };
import { insertMails } from './mail.queries.ts';

export {
  countGivenUpMail,
  countHeldMail,
  dropHeldMail,
  dropMailOf,
  dropMailTo,
  dropWaitingMail,
} from './mail.queries.ts';

/**
 * Data of each template. A feature adds its own in `<feature>.mail.templates.ts`:
 * `declare module '#server/features/mail/mail.service.ts' { interface MailData { password_changed: { firstName: string
 * } } }` Amounts come formatted, with their currency; links are paths below PUBLIC_URL.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/consistent-type-definitions -- only an interface
// can be added to from below
export interface MailData {}

export type TemplateName = keyof MailData;

/** Mails whose subject is a status and nothing else: it also goes out on Telegram, where a user has linked it. */
const statusTemplates: ReadonlySet<string> = new Set(statusNames);

/** Mails are sent after all other jobs: prices and expiries must not queue behind ten thousand messages. */
export const mailPriority = 10;
/** True if a user waits for it, and it is useless after ten minutes. */
const urgentPriority = mailPriority - 1;
/** Hundreds of mails to readers must not delay the mail about an order. */
export const bulkPriority = mailPriority + 1;

export type Recipient = { userId: Id<'user'> | null; email: string; language: string };

/** One message: a template and exactly its data. */
export type MailMessage = { [Name in TemplateName]: { template: Name; data: MailData[Name] } }[TemplateName];

/** Returns a message from its row: `sendMail` stored the template together with its data. */
export const storedMessage = ({ template, data }: { template: string; data: object }): MailMessage =>
  // TypeScript does not join the two columns, which `sendMail` wrote together.
  ({ template, data }) as MailMessage;

export type Mail = MailMessage & {
  to: Recipient;
  /** True for codes and links that a user requested: they are sent before every notice. */
  isUrgent?: true;
  held?: MailHold | undefined;
};

/**
 * A mail that waits `seconds`. It is dropped under the name `by` when its cause is taken back meanwhile; a mail of a
 * bulk goes out after all others.
 */
export type MailHold = { by: string; seconds: number; isBulk?: true };

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'mail.deliver': { id: Id<'mail'> };
    'telegram.deliver': { id: Id<'mail'> };
  }
}

/** Queues a mail: it is sent soon after `tx` commits, and retried until the mail server accepts it. */
export async function sendMail(tx: TransactionSender, { template, isUrgent, held, ...mail }: Mail): Promise<void> {
  await queueMails(tx, template, [mail], { priority: isUrgent ? urgentPriority : mailPriority, held });
}

/** Queues many mails of one template with one statement; they go out as those of `sendMail` do. */
export async function sendMails<Name extends TemplateName>(
  tx: TransactionSender,
  template: Name,
  mails: readonly { to: Recipient; data: MailData[Name] }[],
  held?: MailHold,
): Promise<void> {
  await queueMails(tx, template, mails, { priority: held?.isBulk ? bulkPriority : mailPriority, held });
}

async function queueMails(
  tx: TransactionSender,
  template: TemplateName,
  mails: readonly { to: Recipient; data: MailData[TemplateName] }[],
  { held, priority }: { priority: number; held?: MailHold | undefined },
): Promise<void> {
  const rows = mails.map(({ to: { email: recipient, ...to }, data }) => ({
    template,
    channel: 'mail' as const,
    recipient,
    ...to,
    data: held ? { ...data, heldBy: held.by, ...(held.isBulk && { isBulk: true }) } : data,
  }));
  const waitSeconds = held?.seconds ?? 0;
  await insertMails(tx, rows, { priority, waitSeconds, isStatus: statusTemplates.has(template) });
}
