import { sql } from 'drizzle-orm';
import { Client, escapeIdentifier } from 'pg';
import { asksOn } from './connection.ts';
import { migrationLock } from './migrate.ts';
import { first, rows, type Blanks, type Reads } from './query.ts';

/** Tables that the running product only ever adds to. */
export const appendOnlyTables = [
  'audit_log',
  'audit_checkpoints',
  'order_events',
  'order_amendments',
  'order_verdicts',
  'payment_method_changes',
] as const;

/** The tables of the job library with a policy of rows, but without this one. */
const listPoliced = rows((db: Reads, { policy }: Blanks<{ policy: string }>) =>
  db
    .select({ name: sql`format('%I.%I', n.nspname, c.relname)`.mapWith(String) })
    .from(sql`pg_class c`)
    .innerJoin(sql`pg_namespace n`, sql`n.oid = c.relnamespace`)
    .where(
      sql`n.nspname = 'graphile_worker' and c.relrowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = ${policy})`,
    ),
);

const schemas = 'public, graphile_worker';

/**
 * Grants the role of DATABASE_URL the rights that the product needs, without changes of append-only tables; after each
 * migration.
 */
export async function grantRuntimeRole(migrationUrl: string, role: string): Promise<void> {
  const client = new Client({ connectionString: migrationUrl, application_name: 'landfall-migrate' });
  await client.connect();
  const to = escapeIdentifier(role);
  try {
    await client.query('begin');
    // Two processes that grant at once would fail each other.
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await client.query(`grant usage on schema ${schemas}, drizzle to ${to}`);
    await client.query(`grant select on all tables in schema drizzle to ${to}`);
    await client.query(`grant select, insert, update, delete on all tables in schema ${schemas} to ${to}`);
    await client.query(`grant usage, select, update on all sequences in schema ${schemas} to ${to}`);
    await client.query(`grant execute on all functions in schema ${schemas} to ${to}`);
    await client.query(`revoke update, delete, truncate on ${appendOnlyTables.join(', ')} from ${to}`);
    // The job library lets only the owner see rows.
    const policy = `landfall ${role}`;
    for (const { name } of await listPoliced(asksOn(client), { policy })) {
      await client.query(
        `create policy ${escapeIdentifier(policy)} on ${name} to ${to} using (true) with check (true)`,
      );
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

const ownership = first((db: Reads) =>
  db
    .select({
      isMigrated: sql`c.oid is not null`.mapWith(Boolean),
      mayMigrate: sql`case when c.oid is null then has_database_privilege(current_database(), 'CREATE')
        else pg_has_role(current_user, c.relowner, 'MEMBER') end`.mapWith(Boolean),
    })
    .from(sql`(select to_regclass('audit_log') as wanted) as asked`)
    .leftJoin(sql`pg_class c`, sql`c.oid = wanted`),
);

/**
 * Says if the tables are there, and if the role of this address may make or change them: owns them or may become their
 * owner.
 */
export async function rightsTo(url: string): Promise<{ isMigrated: boolean; mayMigrate: boolean }> {
  const client = new Client({ connectionString: url, application_name: 'landfall-start' });
  await client.connect();
  try {
    return (await ownership(asksOn(client))) ?? { isMigrated: false, mayMigrate: false };
  } finally {
    await client.end();
  }
}

/** Throws when the role of DATABASE_URL is, or may become, the owner of the tables: it could lift every restriction. */
export async function assertNotOwner(url: string): Promise<void> {
  if (!(await rightsTo(url)).mayMigrate) return;
  throw new Error(
    'DATABASE_URL: this role owns the tables, so it could change the audit log. With MIGRATION_DATABASE_URL set it must ' +
      'be another role than the one that migrates, and no member of it.',
  );
}
