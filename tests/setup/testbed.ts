import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { createStartedDatabase, createTestDatabase, rowsIn, type TestDatabase } from './database.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';

export type Testbed = {
  database: TestDatabase;
  mailbox: Mailbox;
  /** The process most tests talk to. */
  app: TestApp;
  /** Starts one more process on the same database and the same stored files; it is stopped with the file. */
  another: (settings?: Record<string, string>) => Promise<TestApp>;
  rows: (query: string, values?: unknown[]) => ReturnType<typeof rowsIn>;
  /** Makes everything about codes that many seconds older, on the clock that counts: the database's. */
  ageCodes: (seconds: number) => Promise<void>;
};

/** An object that a file can name at once, and that is filled before the first test. */
export function fixture<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made;
  beforeAll(async () => void Object.assign(made, await make()));
  return made;
}

/** A migrated, empty database for one test file. */
export function openDatabase(create: () => Promise<TestDatabase> = createTestDatabase): TestDatabase {
  const database = fixture(create);
  afterAll(() => database.drop());
  return database;
}

/** A database, a mailbox and a running product for one test file; everything ends with it. */
export function openTestbed(settings?: Record<string, string>): Testbed {
  const running: TestApp[] = [];
  const database = openDatabase(() => createStartedDatabase(async (draft) => (await startTestApp(draft)).stop()));
  const another = async (changes?: Record<string, string>) => {
    const app = await startTestApp(database, { ...sharedFiles(running[0]), ...settings, ...changes });
    running.push(app);
    return app;
  };
  const rows: Testbed['rows'] = (...asked) => rowsIn(database, ...asked);
  const ageCodes = async (seconds: number) => {
    const earlier = (column: string) => `${column} = ${column} - make_interval(secs => $1)`;
    await rows(`update one_time_codes set ${earlier('created_at')}, ${earlier('expires_at')}`, [seconds]);
  };
  const mailbox = fixture(() => openMailbox(database));
  const app = fixture(() => another());
  afterAll(async () => void (await Promise.all(running.map(({ stop }) => stop()))));
  return { database, mailbox, app, another, rows, ageCodes };
}

/** The job that removes bytes runs in whichever process takes it first, so all of them must reach the same folder. */
function sharedFiles(first: TestApp | undefined): Record<string, string> {
  return first ? { STORAGE_URL: pathToFileURL(join(first.deps.env.dataDir, 'files')).href } : {};
}
