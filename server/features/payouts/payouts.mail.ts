import type { Tx } from '#server/db/connection.ts';
import { sendMail, sendMails, type MailMessage } from '#server/features/mail/mail.service.ts';
import { amountText } from '#server/lib/texts.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { returnedReasonOf } from '#shared/payout-accounts/payout-accounts.returned.ts';
import { rightsOf } from '#shared/team/team.roles.ts';
import { payeeOf } from './list/payouts.present.ts';
import { readMailedMembers, readMailedPayouts } from './payouts.mail.queries.ts';

/** The mails to a customer about one payout. */
export type PayoutMail = 'payout_arrived' | 'payout_returned' | 'payout_reversed' | 'payout_extra';

/**
 * Queues a mail to each customer of payouts; an erased one gets none. It has the last four characters of the account.
 */
export async function queuePayoutMails(
  tx: Tx,
  template: PayoutMail,
  payoutIds: readonly Id<'payout'>[],
): Promise<void> {
  const mails = (await readMailedPayouts(tx, { ids: payoutIds })).map((row) => {
    const { userId, email, language, firstName, orderId, reference, endToEndId, returned } = row;
    const { accountNumber, method } = payeeOf(row.details);
    const ending = accountNumber.slice(-4);
    const pays = amountText(row.amount, row.currency, language);
    const reason = returnedReasonOf(returned?.reason);
    const order = { firstName, id: orderId, reference, endToEndId: endToEndId ?? reference };
    return { to: { userId, email, language }, data: { ...order, pays, ending, method, because: reason } };
  });
  await sendMails(tx, template, mails);
}

type MessageIn = (language: string) => MailMessage;

/** Mails the members whose role fits; the owner of the settings has no role in the team. */
async function notifyMembers(tx: Tx, fits: (role: string) => boolean, messageIn: MessageIn): Promise<void> {
  for (const { userId, email, language, role } of await readMailedMembers(tx))
    if (fits(role ?? 'owner')) await sendMail(tx, { ...messageIn(language), to: { userId, email, language } });
}

/** Mails all members who may release payouts at once, because money is at stake. */
export async function alarmReleasers(tx: Tx, messageIn: MessageIn): Promise<void> {
  await notifyMembers(tx, (role) => rightsOf(role).may.includes('payouts.release'), messageIn);
}

/** Mails all owners, including the one who asked. */
export async function notifyOwners(tx: Tx, messageIn: MessageIn): Promise<void> {
  await notifyMembers(tx, (role) => role === 'owner', messageIn);
}
