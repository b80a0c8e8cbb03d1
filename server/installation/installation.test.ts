import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { fileStorage } from '#server/adapters/storage/storage.file.ts';
import { s3Storage } from '#server/adapters/storage/storage.s3.ts';
import type { FileStorage } from '#server/adapters/storage/storage.ts';
import { connect, inTx, type Database } from '#server/db/connection.ts';
import { startOrAttach, stop } from '#server/db/embedded/cluster.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { describeError } from '#server/lib/safe-error.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { startOwnServer } from '#tests/setup/own-server.ts';
import { recordingLog } from '#tests/setup/platform.ts';
import { startReplica } from '#tests/setup/replica.ts';
import { startS3 } from '#tests/setup/s3.ts';
import { fixture } from '#tests/setup/testbed.ts';
import { createInstallation } from './installation.ts';

const folder = openFolder();
let folders = 0;
const buckets = fixture(() => startS3(join(folder, 's3')));
afterAll(() => buckets.close());
const { log, logged } = recordingLog();

const aFolder = () => fileStorage(join(folder, String((folders += 1))));

async function aDatabase(template?: string) {
  const database = await createTestDatabase(template);
  onTestFinished(() => database.drop());
  return database;
}

type Options = Partial<Parameters<typeof createInstallation>[0]>;

/** One more process on this database with this storage, whose first check is done. */
async function aProcess(database: Database, storage: FileStorage, options: Options = {}) {
  const work: Options['inTx'] = (run) => inTx(database, run);
  const around = { log, now: () => new Date(), env: { restored: undefined }, onTakeOver: async () => undefined };
  const installation = createInstallation({ db: database.db, inTx: work, storage, ...around, ...options });
  onTestFinished(installation.stop);
  await installation.start();
  return installation;
}

const reasonsAfterACheck = async (...processes: Awaited<ReturnType<typeof aProcess>>[]) => {
  for (const { check } of processes) await check();
  return processes.map(({ copy }) => copy?.because ?? 'none');
};

/** A database that is the installation of this storage, and a clone of it. */
async function aClonedDatabase(storage: FileStorage) {
  const source = await createTestDatabase();
  (await aProcess(source, storage)).stop();
  await source.pool.end();
  const clone = await aDatabase(new URL(source.url).pathname.slice(1));
  const original = connect({ url: source.url });
  onTestFinished(() => original.pool.end());
  return { original, clone };
}

const stored = async ({ pool }: Database) =>
  (await pool.query<Record<string, unknown>>('select * from installation')).rows[0] ?? {};

/** The database as a snapshot of its disk had it. */
async function putBack({ pool }: Database, row: object): Promise<void> {
  await pool.query(
    `update installation i set counter = r.counter, token = r.token, raised_at = r.raised_at, timeline = r.timeline
     from jsonb_populate_record(null::installation, $1) r`,
    [JSON.stringify(row)],
  );
}

/** State after a process that died before it wrote to the storage. */
const dying = (storage: FileStorage): FileStorage => ({ ...storage, put: () => Promise.reject(new Error('killed')) });

const kinds: [kind: string, make: () => FileStorage][] = [
  ['a folder', aFolder],
  ['a bucket', () => s3Storage(buckets.settings)],
];
test.each(kinds)('a clone with the storage of production in %s is a copy until it takes that over', async (_, make) => {
  const storage = make();
  const { original, clone } = await aClonedDatabase(storage);
  const former = await aProcess(original, storage);
  const second = await aProcess(original, storage);
  expect(await reasonsAfterACheck(await aProcess(clone, storage), former)).toEqual(['other_database', 'none']);
  const drill = await aProcess(clone, storage, { env: { restored: 'drill' } });
  expect(await reasonsAfterACheck(drill, former, second)).toEqual(['drill', 'none', 'none']);

  const production = { env: { restored: 'production' } } as const;
  const successor = await aProcess(clone, storage, production);
  expect(await reasonsAfterACheck(successor, former, second)).toEqual(['none', 'other_owner', 'other_owner']);
  expect(await reasonsAfterACheck(await aProcess(clone, storage), await aProcess(original, storage))).toEqual([
    'none',
    'other_owner',
  ]);
});

describe('production is not mistaken for a copy', () => {
  test('by its first start, its other processes and its later starts', async () => {
    const database = await aDatabase();
    const storage = aFolder();
    const processes = await Promise.all([aProcess(database, storage), aProcess(database, storage)]);
    for (let minute = 0; minute < 3; minute += 1)
      expect(await reasonsAfterACheck(...processes, await aProcess(database, storage))).toEqual([
        'none',
        'none',
        'none',
      ]);
    await Promise.all(processes.flatMap(({ check }) => [check(), check()]));
    expect(await reasonsAfterACheck(...processes)).toEqual(['none', 'none']);
  });

  test('after an operator moved it to an empty storage', async () => {
    const database = await aDatabase();
    await aProcess(database, aFolder());
    expect(await reasonsAfterACheck(await aProcess(database, aFolder()))).toEqual(['none']);
  });

  test('after a process was killed between the writes to the database and to the storage', async () => {
    const database = await aDatabase();
    const storage = aFolder();
    await expect(aProcess(database, dying(storage))).rejects.toThrow('killed');
    await aProcess(database, storage);
    for (let kill = 0; kill < 3; kill += 1) {
      const rowsBefore = await stored(database);
      await expect(aProcess(database, dying(storage))).rejects.toThrow('killed');
      expect(await stored(database)).not.toEqual(rowsBefore);
    }
    expect(await reasonsAfterACheck(await aProcess(database, storage))).toEqual(['none']);
  });

  test('after a write to a slow storage arrived behind later ones', async () => {
    const database = await aDatabase();
    const storage = aFolder();
    const heldRequest: { until?: Promise<void>; release?: () => void } = {};
    const put: FileStorage['put'] = (...args) => Promise.resolve(heldRequest.until).then(() => storage.put(...args));
    const slow = await aProcess(database, { ...storage, put });
    const fastProcess = await aProcess(database, storage);
    heldRequest.until = new Promise((resolve) => (heldRequest.release = resolve));
    const rowsBefore = await stored(database);
    const late = slow.check();
    await expect.poll(() => stored(database)).not.toEqual(rowsBefore);
    expect(await reasonsAfterACheck(fastProcess, fastProcess)).toEqual(['none', 'none']);
    heldRequest.release?.();
    await late;
    expect(await reasonsAfterACheck(fastProcess, slow)).toEqual(['none', 'none']);
  });

  test('after an asynchronous replica without its last writes was promoted', async () => {
    const server = await startOwnServer();
    const storage = aFolder();
    onTestFinished(server.remove);
    await migrateDatabase(server.url);
    const primary = connect({ url: server.url });
    const production = await aProcess(primary, storage);
    const replica = await startReplica(server, folder);
    onTestFinished(() => stop(replica.cluster, 5_000));
    const { port } = new URL(replica.url);
    await stop(replica.cluster, 5_000);
    expect(await reasonsAfterACheck(production, production, production)).toEqual(['none', 'none', 'none']);
    await primary.pool.end();
    await stop(server.cluster, 5_000);

    await startOrAttach(replica.cluster, Number(port));
    const promoted = connect({ url: replica.url });
    onTestFinished(() => promoted.pool.end());
    await promoted.pool.query('select pg_promote()');
    const firstProcess = await aProcess(promoted, storage);
    const secondProcess = await aProcess(promoted, storage);
    expect(await reasonsAfterACheck(firstProcess, secondProcess, firstProcess)).toEqual(['none', 'none', 'none']);
  });

  test('by the writes that a promoted replica lacks, which no later one may lack on its timeline', async () => {
    const database = await aDatabase();
    const storage = aFolder();
    const production = await aProcess(database, storage);
    const replica = await stored(database);
    await reasonsAfterACheck(production, production, production);
    await putBack(database, { ...replica, timeline: '00000000' });
    expect(await reasonsAfterACheck(production, await aProcess(database, storage))).toEqual(['none', 'none']);
    await putBack(database, { ...replica, timeline: (await stored(database)).timeline });
    expect(await reasonsAfterACheck(production)).toEqual(['behind']);
  });
});

describe('a copy is recognised', () => {
  test('by a storage that a later state of the database wrote to, as in a snapshot of its disk', async () => {
    const database = await aDatabase();
    const storage = aFolder();
    const production = await aProcess(database, storage);
    const snapshot = await stored(database);
    await production.check();
    await putBack(database, snapshot);
    expect(await reasonsAfterACheck(production, await aProcess(database, storage))).toEqual(['behind', 'behind']);
    const restoredProcess = await aProcess(database, storage, { env: { restored: 'production' } });
    expect(await reasonsAfterACheck(restoredProcess, production)).toEqual(['none', 'none']);
  });

  test('by the token of its last write if it and production continue from one snapshot', async () => {
    const database = await aDatabase();
    const storage = aFolder();
    const production = await aProcess(database, storage);
    const snapshot = await stored(database);
    await production.check();
    const { counter } = await stored(database);
    await putBack(database, { ...snapshot, counter });
    expect(await reasonsAfterACheck(production)).toEqual(['behind']);
  });

  test('by the age of its missing writes if an archive was replayed up to an hour ago', async () => {
    const database = await aDatabase();
    const storage = aFolder();
    const production = await aProcess(database, storage);
    await database.pool.query(`update installation set raised_at = raised_at - interval '1 hour'`);
    const archived = await stored(database);
    await production.check();
    await putBack(database, { ...archived, timeline: '00000000' });
    expect(await reasonsAfterACheck(production)).toEqual(['behind']);
  });

  test('by the owner of the storage if its database is empty or older than the identity', async () => {
    const storage = aFolder();
    await aProcess(await aDatabase(), storage);
    const otherDatabase = await aDatabase();
    expect(await reasonsAfterACheck(await aProcess(otherDatabase, storage))).toEqual(['other_owner']);
    expect(await stored(otherDatabase)).toEqual({});
    expect(
      await reasonsAfterACheck(await aProcess(otherDatabase, storage, { env: { restored: 'production' } })),
    ).toEqual(['none']);
  });

  test('by an unreadable mark in the storage', async () => {
    const database = await aDatabase();
    const storage = aFolder();
    const production = await aProcess(database, storage);
    const name = '00000000-0000-0000-0000-000000000001.mark';
    await storage.put(name, Readable.from(['{']), 1);
    expect(await reasonsAfterACheck(production)).toEqual(['other_owner']);
  });
});

describe('a copy that takes the storage over', () => {
  test('is one installation for all of its processes, and waiting work is dropped once', async () => {
    const storage = aFolder();
    const { clone } = await aClonedDatabase(storage);
    let drops = 0;
    const takingOver = () =>
      aProcess(clone, storage, { env: { restored: 'production' }, onTakeOver: async () => void (drops += 1) });
    const processes = await Promise.all([takingOver(), takingOver(), takingOver()]);
    expect(await reasonsAfterACheck(...processes)).toEqual(['none', 'none', 'none']);
    expect(drops).toBe(1);
    expect(logged.filter(({ msg }) => String(msg).includes('RESTORED=production is done'))).not.toEqual([]);
  });

  test('and is killed before the storage names it takes it over at its next start', async () => {
    const storage = aFolder();
    const { original, clone } = await aClonedDatabase(storage);
    await expect(aProcess(clone, dying(storage), { env: { restored: 'production' } })).rejects.toThrow('killed');
    expect(await reasonsAfterACheck(await aProcess(clone, storage), await aProcess(original, storage))).toEqual([
      'none',
      'other_owner',
    ]);
  });

  test('is not replaced by a late write of the former one', async () => {
    const storage = aFolder();
    const { original, clone } = await aClonedDatabase(storage);
    let isTaken = false;
    let successor: Awaited<ReturnType<typeof aProcess>> | undefined;
    const put: FileStorage['put'] = async (...args) => {
      if (isTaken) successor ??= await aProcess(clone, storage, { env: { restored: 'production' } });
      return storage.put(...args);
    };
    const former = await aProcess(original, { ...storage, put });
    isTaken = true;
    await former.check();
    expect(await reasonsAfterACheck(...(successor ? [successor] : []), former)).toEqual(['none', 'other_owner']);
  });
});

test('an operator sees since when the storage refuses writes, and reads why in the log', async () => {
  const s3 = await startS3(join(folder, 'going'));
  const installation = await aProcess(await aDatabase(), s3Storage(s3.settings));
  const ageBefore = installation.writeAgeSeconds;
  await installation.check();
  const afterAWrite = installation.writeAgeSeconds;
  await s3.close();
  const error: unknown = await installation.check().catch((reason: unknown) => reason);
  expect(describeError(error)).toMatchObject({
    error: 'Unavailable',
    reason: expect.stringMatching(/^ECONN(REFUSED|RESET)$/) as string,
  });
  expect(installation.writeAgeSeconds).toBeGreaterThan(afterAWrite);
  expect(ageBefore).toBeLessThan(60);
});
