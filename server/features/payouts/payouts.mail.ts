import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { isOneOf, rows, type Blanks, type Reads } from '#server/db/query.ts';
import { sendMail, sendMails, type MailMessage } from '#server/features/mail/mail.service.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { teamMembers } from '#server/features/team/team.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { amountText } from '#server/lib/texts.ts';
import { rightsOf } from '#shared/team/team.roles.ts';
import { payeeOf } from './list/payouts.present.ts';
import { payoutAttempts, payouts } from './payouts.tables.ts';

/** The mails to a customer about one payout. */
export type PayoutMail = 'payout_arrived' | 'payout_returned' | 'payout_reversed' | 'payout_extra';

const emailOf = sql`${users.email}`.mapWith(String);

const aboutPayouts = rows((db: Reads, { ids }: Blanks<{ ids: readonly string[] }>) => {
  const attempt = db
    .select({ endToEndId: payoutAttempts.endToEndId })
    .from(payoutAttempts)
    .where(eq(payoutAttempts.payoutId, payouts.id))
    .orderBy(desc(payoutAttempts.no))
    .limit(1)
    .as('attempt');
  return db
    .select({
      userId: users.id,
      email: emailOf,
      language: users.language,
      firstName: users.firstName,
      orderId: orders.id,
      reference: orders.reference,
      amount: payouts.amount,
      currency: payouts.currency,
      details: payouts.details,
      endToEndId: attempt.endToEndId,
    })
    .from(payouts)
    .innerJoin(orders, eq(orders.id, payouts.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoinLateral(attempt, sql`true`)
    .where(and(isOneOf(payouts.id, ids), isNotNull(users.email)));
});

/** Queues a mail to each customer of payouts; an erased one gets none. It has the last four characters of the account. */
export async function queuePayoutMails(tx: Tx, template: PayoutMail, payoutIds: readonly string[]): Promise<void> {
  const mails = (await aboutPayouts(tx, { ids: payoutIds })).map((row) => {
    const { userId, email, language, firstName, orderId, reference, endToEndId } = row;
    const ending = payeeOf(row.details).accountNumber.slice(-4);
    const pays = amountText(row.amount, row.currency, language);
    const data = { firstName, id: orderId, reference, pays, ending, endToEndId: endToEndId ?? reference };
    return { to: { userId, email, language }, data };
  });
  await sendMails(tx, template, mails);
}

const members = rows((db: Reads, { except }: Blanks<{ except: string | null }>) =>
  db
    .select({ userId: users.id, email: emailOf, language: users.language, role: teamMembers.role })
    .from(users)
    .leftJoin(teamMembers, and(eq(teamMembers.userId, users.id), isNull(teamMembers.endsAt)))
    .where(
      and(
        or(eq(users.role, 'admin'), isNotNull(teamMembers.userId)),
        eq(users.status, 'active'),
        isNotNull(users.email),
        sql`${users.id} is distinct from ${except}::uuid`,
      ),
    ),
);

type MessageIn = (language: string) => MailMessage;

/** Mails the members whose role fits, but not the member `except`; the owner of the settings has no role in the team. */
async function notifyMembers(
  tx: Tx,
  except: string | null,
  fits: (role: string) => boolean,
  messageIn: MessageIn,
): Promise<void> {
  for (const { userId, email, language, role } of await members(tx, { except }))
    if (fits(role ?? 'owner')) await sendMail(tx, { ...messageIn(language), to: { userId, email, language } });
}

/** Mails who may release, but not the member `except`. */
export async function notifyReleasers(tx: Tx, except: string | null, messageIn: MessageIn): Promise<void> {
  await notifyMembers(tx, except, (role) => rightsOf(role).may.includes('payouts.release'), messageIn);
}

/** Mails all owners, also whoever has asked. */
export async function notifyOwners(tx: Tx, messageIn: MessageIn): Promise<void> {
  await notifyMembers(tx, null, (role) => role === 'owner', messageIn);
}
