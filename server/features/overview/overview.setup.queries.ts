import type { Tx } from '#server/db/connection.ts';
import { column, orNull } from '#server/db/rows.ts';
import { batchedWrite, readStatement } from '#server/db/statements.ts';

const setupRow = {
  secondFactor: column.boolean,
  mail: column.boolean,
  rates: column.boolean,
  addresses: column.boolean,
  team: column.boolean,
  /** What was looked at or skipped, by step. */
  marks: orNull(column.json),
};

/** Own ones take part, and no sample does. */
const ownOnly = (table: string) =>
  `(exists (select from ${table} where is_active and not is_sample)
    and not exists (select from ${table} where is_active and is_sample))`;

/** The steps of the set-up that are visible in the data; the second factor is that of this user. */
export const readSetup = readStatement(setupRow).one<[userId: string]>()`
  select exists (select from second_factors where user_id = $1 and confirmed_at is not null) as "secondFactor",
    exists (select from outbox where template = 'setup_test' and sent_at is not null) as mail,
    exists (select from fx_rates where source <> 'sample' and at > now() - interval '1 day')
      and exists (select from crypto_assets where is_active and price_at > now() - interval '1 day') as rates,
    ${ownOnly('deposit_wallets')} and ${ownOnly('payment_methods')} as addresses,
    exists (select from users where id <> $1 and role = 'admin') or exists (select from team_members m
      where m.user_id <> $1 and m.ends_at is null
        and (select u.status from users u where u.id = m.user_id) = 'active') as team,
    (select value::json from settings where key = 'setup') as marks`;

const mark = batchedWrite(
  `insert into settings (key, value, updated_by) values ('setup', jsonb_build_object($1::text, $2::text), $3)
   on conflict (key) do update
   set value = settings.value || excluded.value, updated_by = excluded.updated_by, updated_at = now()`,
);

/** Stores that a step was looked at or skipped, beside the marks of the others. */
export async function writeMark(tx: Tx, step: string, state: string, userId: string): Promise<void> {
  await tx.run(mark, [step, state, userId]);
}
