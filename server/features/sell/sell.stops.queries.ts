import type { Tx } from '#server/db/connection.ts';
import { column, filtered } from '#server/db/rows.ts';
import { writeStatement } from '#server/db/statements.ts';

/** An address with its memo, which is empty where the chain has none. */
export type StoppedAddress = { address: string; memo: string };

const waiting = {
  id: column.uuid,
  userId: column.uuid,
  reference: column.text,
  /** An erased customer has none, and no open quote either. */
  email: filtered(column.text),
  firstName: column.text,
  language: column.text,
};

const waitingAt = writeStatement(waiting)`
  select q.id, q.user_id as "userId", q.reference, u.email, u.first_name as "firstName", u.language
  from sell_quotes q join users u on u.id = q.user_id
  where q.deposit_address = $1 and coalesce(q.deposit_memo, '') = $2 and q.used_at is null and q.dropped_at is null
    and q.created_at > $3 and u.email is not null order by q.created_at, q.id`;

/** The open quotes since a moment that show the address, with their customers: coins may be on their way for each. */
export async function listQuotesAt(tx: Tx, { address, memo }: StoppedAddress, since: Date) {
  return tx.run(waitingAt, [address, memo, since]);
}

const redact = writeStatement({})`
  update idempotency_keys set answer = jsonb_set(answer::jsonb, '{deposit}', (answer::jsonb -> 'deposit')
    || jsonb_build_object('address', '', 'memo', null, 'stoppedAt', $3::text)
    || case when jsonb_exists(answer::jsonb -> 'deposit', 'uri') then '{"uri": ""}'::jsonb else '{}'::jsonb end
    || case when jsonb_exists(answer::jsonb -> 'deposit', 'xAddress') then '{"xAddress": null}'::jsonb else '{}'::jsonb end)::text
  where endpoint in ('POST /api/sell-quotes', 'POST /api/transactions') and answer is not null
    and answer::jsonb #>> '{deposit,address}' = $1 and coalesce(answer::jsonb #>> '{deposit,memo}', '') = $2`;

/** Takes the address out of stored answers, which a repeated request would be given again. */
export async function redactAnswers(tx: Tx, { address, memo }: StoppedAddress, at: Date): Promise<void> {
  await tx.run(redact, [address, memo, at.toISOString()]);
}
