import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Router } from 'express';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { RouteDeps } from '#server/http/route.ts';
import { startTestApp, type TestApp } from './app.ts';
import { createStartedDatabase, createTestDatabase, type TestDatabase } from './database.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';
import { platformDeps, serveRouters, type RouterApp } from './platform.ts';

export type Testbed = {
  database: TestDatabase;
  mailbox: Mailbox;
  /** The process that most tests call. */
  app: TestApp;
  /** Starts one more process on the same database and the same stored files; it is stopped with the file. */
  another: (settings?: Record<string, string>) => Promise<TestApp>;
  rows: TestDatabase['rows'];
  /** The first of the rows; an object without columns when there is none. */
  row: (query: string, values?: unknown[]) => Promise<Record<string, unknown>>;
  /** Audit entries about a subject by its id, or of actions like `team.%`, oldest first. */
  audit: (subjectOrAction: string) => Promise<Record<string, unknown>[]>;
  /** Lets minutes pass in the process that most tests call, until the end of the test. */
  minutesLater: (minutes: number) => void;
  /** Makes everything about codes that many seconds older, by the clock that counts: the database's. */
  ageCodes: (seconds: number) => Promise<void>;
};

/** An object that a file can reference immediately, and that is filled before the first test. */
export function fixture<Made extends object>(make: () => Promise<Made>): Made {
  const result = {} as Made;
  beforeAll(async () => void Object.assign(result, await make()));
  return result;
}

/** A migrated, empty database for one test file. */
export function openDatabase(create: () => Promise<TestDatabase> = createTestDatabase): TestDatabase {
  const database = fixture(create);
  afterAll(() => database.drop());
  return database;
}

/** Routes alone on this database, served through the product's own pipeline until the file ends. */
export function openRoutes(
  database: TestDatabase,
  make: (deps: RouteDeps) => Router,
  options?: Parameters<typeof platformDeps>[1],
): RouterApp {
  const server = fixture(() => serveRouters([make(platformDeps(database, options))]));
  afterAll(() => server.close());
  return server;
}

type Settings = Record<string, string>;

/**
 * A database, a mailbox and a running product for one test file; everything ends with it. Settings that need another
 * fixture are given as a function.
 */
export function openTestbed(settings?: Settings | (() => Settings)): Testbed {
  const runningApps: TestApp[] = [];
  const database = openDatabase(() => createStartedDatabase(async (draft) => (await startTestApp(draft)).stop()));
  const anotherApp = async (changes?: Settings) => {
    const ownSettings = typeof settings === 'function' ? settings() : settings;
    const app = await startTestApp(database, { ...sharedFiles(runningApps[0]), ...ownSettings, ...changes });
    runningApps.push(app);
    return app;
  };
  const rows: Testbed['rows'] = (...args) => database.rows(...args);
  const ageCodes = async (seconds: number) => {
    const shiftedColumn = (column: string) => `${column} = ${column} - make_interval(secs => $1)`;
    await rows(`update one_time_codes set ${shiftedColumn('created_at')}, ${shiftedColumn('expires_at')}`, [seconds]);
  };
  const row: Testbed['row'] = async (query, values) => (await rows(query, values))[0] ?? {};
  const audit = (subjectOrAction: string) =>
    rows(
      `select action, actor_role, subject_id, details from audit_log where subject_id = $1 or action like $1
      order by id`,
      [subjectOrAction],
    );
  const mailbox = fixture(() => openMailbox(database));
  const app = fixture(() => anotherApp());
  let ownClock: TestApp['deps']['now'] | undefined;
  const minutesLater = (minutes: number) => {
    ownClock ??= app.deps.now;
    app.deps.now = () => new Date(Date.now() + minutes * 60_000);
  };
  afterEach(() => {
    if (ownClock) app.deps.now = ownClock;
  });
  afterAll(async () => void (await Promise.all(runningApps.map(({ stop }) => stop()))));
  return { database, mailbox, app, another: anotherApp, rows, row, audit, minutesLater, ageCodes };
}

/** The job that removes bytes runs in whichever process takes it first, so all of them must use the same folder. */
function sharedFiles(first: TestApp | undefined): Record<string, string> {
  return first ? { STORAGE_URL: pathToFileURL(join(first.deps.env.dataDir, 'files')).href } : {};
}
