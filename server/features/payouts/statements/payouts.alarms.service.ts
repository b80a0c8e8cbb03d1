import type { Tx } from '#server/db/connection.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { Platform } from '#server/platform.ts';
import type { MatchLine } from './payouts.matching.ts';
import { referencesIn } from './payouts.references.ts';

/** One mail for a file, however much of it was paid twice: the page lists it. */
const maxNamed = 10;

/** Mails the administrator that money left which should not have: paid twice, or never released. */
export async function reportPaidTwice(
  tx: Tx,
  { env }: Pick<Platform, 'env'>,
  lines: readonly Pick<MatchLine, 'amount' | 'currency' | 'text' | 'endToEndId'>[],
): Promise<void> {
  if (lines.length === 0) return;
  const payments = lines
    .slice(0, maxNamed)
    .map((line) => `${referencesIn(line).join(', ')}: ${line.amount} ${line.currency}`);
  const to = { userId: null, email: env.admin.email, language: 'en' };
  await sendMail(tx, { template: 'paid_twice', to, data: { count: lines.length, payments } });
}
