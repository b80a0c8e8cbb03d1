import { sql } from 'drizzle-orm';
import { now } from '#server/db/columns.ts';
import { sent, type Blanks, type Drizzle } from '#server/db/query.ts';
import { column, orNull } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { settings } from '#server/features/settings/settings.tables.ts';

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

/** Stores that a step was looked at or skipped, beside the marks of the others. */
export const writeMark = sent(
  (db: Drizzle, { step, state, userId }: Blanks<{ step: string; state: string; userId: string }>) =>
    db
      .insert(settings)
      .values({ key: 'setup', value: sql`jsonb_build_object(${step}::text, ${state}::text)`, updatedBy: userId })
      .onConflictDoUpdate({
        target: settings.key,
        set: { value: sql`${settings.value} || excluded.value`, updatedBy: sql`excluded.updated_by`, updatedAt: now },
      }),
);
