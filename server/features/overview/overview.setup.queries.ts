import type { Db } from '#server/db/connection.ts';
import { column, type RowOf } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';

const setupRow = {
  secondFactor: column.boolean,
  hoursSaved: column.boolean,
  feesSaved: column.boolean,
  ownAddresses: column.boolean,
  ownAccounts: column.boolean,
  paidOut: column.boolean,
};

/** Own ones take part, and no sample does. */
const ownOnly = (table: string) =>
  `(exists (select from ${table} where is_active and not is_sample)
    and not exists (select from ${table} where is_active and is_sample))`;

const setup = readStatement(
  setupRow,
  `select exists (select from second_factors where user_id = $1 and confirmed_at is not null) as "secondFactor",
     exists (select from settings where key in ('support', 'times')) as "hoursSaved",
     exists (select from settings where key = 'fees') as "feesSaved",
     ${ownOnly('deposit_wallets')} as "ownAddresses", ${ownOnly('payment_methods')} as "ownAccounts",
     exists (select from orders where status = 'completed') as "paidOut"`,
);

/** The steps of the set-up that are visible in the data; the second factor is that of this user. */
export async function readSetup(db: Pick<Db, 'run'>, userId: string): Promise<RowOf<typeof setupRow>> {
  const [row] = await db.run(setup, [userId]);
  if (!row) throw new Error('Looking things up answers one row.');
  return row;
}
