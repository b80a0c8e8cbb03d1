import type { Tx } from '#server/db/connection.ts';
import type { Runner } from '#server/db/statements.ts';
import { dropMailOfUser, insertMail } from './mail.queries.ts';
import type { MailData, TemplateName } from './mail.templates.ts';

/** Mail waits for everything else: prices and expiries must not queue behind ten thousand messages. */
const mailPriority = 10;

export type Recipient = { userId: string | null; email: string; language: string };

/** One message: a template and exactly what it is filled with. */
export type Mail = {
  [Name in TemplateName]: { template: Name; to: Recipient; data: MailData[Name] };
}[TemplateName];

/** Promises a mail: it is sent if `tx` commits, soon after, and retried until the mail server takes it. */
export async function sendMail(tx: Runner<'batched'>, { template, to, data }: Mail): Promise<void> {
  const { userId, email: recipient, language } = to;
  const mail = { template, recipient, userId, language, data };
  await insertMail(tx, mail, { task: 'mail.deliver', priority: mailPriority });
}

/** Drops the mails of a user that were not sent yet, those of `templates` alone where given; the row keeps `reason`. */
export async function dropMailOf(
  tx: Tx,
  userId: string,
  { reason, templates }: { reason: string; templates?: readonly TemplateName[] },
): Promise<void> {
  await dropMailOfUser(tx, userId, reason, templates);
}
