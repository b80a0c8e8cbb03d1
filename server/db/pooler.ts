import type { Client } from 'pg';
import { runStatement } from './connection.ts';
import { column } from './rows.ts';
import { readStatement } from './statements.ts';

/** What is between us and PostgreSQL: nothing, or a pooler that assigns a session per connection or per transaction. */
export type Pooling = 'none' | 'session' | 'transaction';

const backend = readStatement({ pid: column.integer }, 'select pg_backend_pid() as pid');
const serverIdentity = readStatement(
  { identity: column.text },
  `select current_database() || ' ' || pg_postmaster_start_time() as identity`,
);
/** With a busy pooler it may take a few queries until a session is seen to change or to be shared. */
const questions = 10;

/** Finds out the kind of pooler; `connectAnother` opens a second connection to the address where there is one. */
export async function detectPooling(client: Client, connectAnother: () => Promise<Client>): Promise<Pooling> {
  // A pooler gives its own number when the connection is made: it has no session behind it yet.
  if ((await backendOf(client)) === (client as Client & { processID?: number | null }).processID) return 'none';
  const other = await connectAnother();
  try {
    const first = await backendOf(client);
    for (let question = 0; question < questions; question++) {
      // Two connections never share a session, and one never changes it, unless sessions are assigned per transaction.
      if ((await backendOf(other)) === first || (await backendOf(client)) !== first) return 'transaction';
    }
    return 'session';
  } finally {
    await other.end();
  }
}

/** Whether both are connected to the same database of the same running server. */
export async function isSameDatabase(one: Client, other: Client): Promise<boolean> {
  return (await identityOf(one)) === (await identityOf(other));
}

// Unnamed: what is named in one session is unknown in the next.
const unnamed = <Shape extends { name: string }>(statement: Shape): Shape => ({ ...statement, name: '' });

async function backendOf(client: Client): Promise<number | undefined> {
  return (await runStatement(client, unnamed(backend)))[0]?.pid;
}

async function identityOf(client: Client): Promise<string | undefined> {
  return (await runStatement(client, unnamed(serverIdentity)))[0]?.identity;
}
