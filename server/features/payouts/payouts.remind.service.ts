import { column } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import type { Platform } from '#server/platform.ts';
import { notifyReleasers, queuePayoutMails } from './payouts.mail.ts';

const late = readStatement({ released: column.integer, sent: column.integer, returned: column.texts })`
  select (select count(*)::int from payout_batches where state = 'released' and released_at < $1::timestamptz - interval '24 hours')
    as released,
    (select count(*)::int from payout_attempts where state = 'sent' and sent_at < $1::timestamptz - interval '5 days') as sent,
    coalesce((select array_agg(p.id::text) from payouts p join orders t on t.id = p.order_id
      where p.state = 'returned' and t.stage = 'details_needed' and p.kind = 'order'
        and p.updated_at < $1::timestamptz - interval '7 days'
        and extract(day from $1::timestamptz - p.updated_at)::int % 7 = 0), '{}') as returned`;

/**
 * Reminds the team of batches that were released a day ago and not handed over, and of payouts without a line of a statement
 * after five days; and each week a customer whose money came back.
 */
export async function remindOfPayouts({ db, inTx, now }: Pick<Platform, 'db' | 'inTx' | 'now'>): Promise<void> {
  const [found] = await db.run(late, [now()]);
  if (!found) return;
  const { released, sent, returned } = found;
  await inTx(async (tx) => {
    if (released > 0 || sent > 0)
      await notifyReleasers(tx, null, () => ({ template: 'payouts_late', data: { released, sent } }));
    await queuePayoutMails(tx, 'payout_returned', returned);
  });
}
