import type { Tx } from '#server/db/connection.ts';
import { column, filtered, orNull } from '#server/db/rows.ts';
import { writeStatement } from '#server/db/statements.ts';
import { sendMail, sendMails, type MailMessage } from '#server/features/mail/mail.service.ts';
import { amountText } from '#server/lib/texts.ts';
import { rightsOf } from '#shared/team/team.roles.ts';
import { payeeOf } from './list/payouts.present.ts';

/** The mails to a customer about one payout. */
export type PayoutMail = 'payout_arrived' | 'payout_returned' | 'payout_reversed' | 'payout_extra';

const aboutPayouts = writeStatement({
  userId: column.uuid,
  email: filtered(column.text),
  language: column.text,
  firstName: column.text,
  orderId: column.uuid,
  reference: column.text,
  amount: column.numeric,
  currency: column.text,
  details: orNull(column.json),
  endToEndId: orNull(column.text),
})`
  select u.id as "userId", u.email, u.language, u.first_name as "firstName", t.id as "orderId", t.reference, p.amount,
    p.currency, p.details::json as details, a.end_to_end_id as "endToEndId"
  from payouts p join orders t on t.id = p.order_id join users u on u.id = t.user_id
  left join lateral (select x.end_to_end_id from payout_attempts x where x.payout_id = p.id order by x.no desc limit 1) a
    on true
  where p.id = any($1::uuid[]) and u.email is not null`;

/** Queues a mail to each customer of payouts; an erased one gets none. It has the last four characters of the account. */
export async function queuePayoutMails(tx: Tx, template: PayoutMail, payoutIds: readonly string[]): Promise<void> {
  const mails = (await tx.run(aboutPayouts, [payoutIds])).map((row) => {
    const { userId, email, language, firstName, orderId, reference, endToEndId } = row;
    const ending = payeeOf(row.details).accountNumber.slice(-4);
    const pays = amountText(row.amount, row.currency, language);
    const data = { firstName, id: orderId, reference, pays, ending, endToEndId: endToEndId ?? reference };
    return { to: { userId, email, language }, data };
  });
  await sendMails(tx, template, mails);
}

const members = writeStatement({
  userId: column.uuid,
  email: filtered(column.text),
  language: column.text,
  role: column.text,
})`
  select u.id as "userId", u.email, u.language, coalesce(m.role, 'owner') as role
  from users u left join team_members m on m.user_id = u.id and m.ends_at is null
  where (u.role = 'admin' or m.user_id is not null) and u.status = 'active' and u.email is not null and u.id is distinct from $1`;

type MessageIn = (language: string) => MailMessage;

/** Mails the members whose role fits, but not the member `except`. */
async function notifyMembers(
  tx: Tx,
  except: string | null,
  fits: (role: string) => boolean,
  messageIn: MessageIn,
): Promise<void> {
  for (const { userId, email, language, role } of await tx.run(members, [except]))
    if (fits(role)) await sendMail(tx, { ...messageIn(language), to: { userId, email, language } });
}

/** Mails who may release, but not the member `except`. */
export async function notifyReleasers(tx: Tx, except: string | null, messageIn: MessageIn): Promise<void> {
  await notifyMembers(tx, except, (role) => rightsOf(role).may.includes('payouts.release'), messageIn);
}

/** Mails all owners, also whoever has asked. */
export async function notifyOwners(tx: Tx, messageIn: MessageIn): Promise<void> {
  await notifyMembers(tx, null, (role) => role === 'owner', messageIn);
}
