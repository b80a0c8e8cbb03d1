import { readdir, utimes } from 'node:fs/promises';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { fileStorage } from '#server/adapters/storage/storage.file.ts';
import { s3Storage } from '#server/adapters/storage/storage.s3.ts';
import type { FileStorage } from '#server/adapters/storage/storage.ts';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import { aSeller, orderOf, someBitcoin, submit, tokensOf, type Seller } from '#tests/factories/sales.ts';
import { testSettings } from '#tests/setup/app.ts';
import { callerOf, outcomeOf } from '#tests/setup/call.ts';
import type { TestDatabase } from '#tests/setup/database.ts';
import { aDatabase, aFolder, launch, run } from '#tests/setup/journey.ts';
import { serve } from '#tests/setup/listening.ts';
import { startS3 } from '#tests/setup/s3.ts';
import { startSmtp } from '#tests/setup/smtp.ts';

type Storage = { files: FileStorage; folder: string; settings: Record<string, string> };

async function inAFolder(): Promise<Storage> {
  const folder = await aFolder();
  return { files: fileStorage(folder), folder, settings: { STORAGE_URL: pathToFileURL(folder).href } };
}

async function inABucket(through = (endpoint: string) => Promise.resolve(endpoint)): Promise<Storage> {
  const folder = await aFolder();
  const { settings, close } = await startS3(folder);
  onTestFinished(close);
  const { bucket, endpoint = '', region, accessKeyId = '', secretAccessKey = '' } = settings;
  const STORAGE_URL = `s3://${bucket}?endpoint=${encodeURIComponent(await through(endpoint))}&region=${region}`;
  const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  return { files: s3Storage(settings), folder, settings: { STORAGE_URL, ...keys } };
}

/** Whatever is stored was stored two hours ago: a sweep spares nothing for its age. */
async function ageFiles({ folder }: Storage): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const entry of entries) if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), longAgo, longAgo);
}

/** A process with these settings, its address and what it printed. */
async function aProcess(settings: Record<string, string>) {
  const program = launch(settings);
  const { url } = await program.ready();
  return { program, url, call: callerOf(url) };
}

/** A sale of this customer with its proof, through this process. */
async function aSale({ url, call }: Awaited<ReturnType<typeof aProcess>>, seller: Seller): Promise<void> {
  const { body } = await call('POST', '/api/sell-quotes', { token: seller.token, json: someBitcoin });
  const order = orderOf(body as unknown as SellQuoteView);
  expect(await submit({ url }, seller, order)).toMatchObject({ status: 201 });
}

const isStored = async ({ files }: Storage, name: string) => {
  const file = await files.get(name);
  file?.stream.destroy();
  return file !== null;
};
const namesIn = async ({ rows }: TestDatabase) =>
  (await rows('select filename from files order by created_at')).map(({ filename }) => String(filename));
const mailsLeft = ({ rows }: TestDatabase) =>
  rows('select template from outbox where sent_at is null and dropped_at is null');

/** Runs the sweep, and then a task behind every mail that waits. */
async function runJobs({ pool, rows }: TestDatabase): Promise<void> {
  await pool.query(`select graphile_worker.add_job('files.sweep', priority := 0, run_at := '2000-01-01')`);
  await pool.query(`select graphile_worker.add_job('rates.refresh', priority := 100)`);
  const leftJobs = `select task_identifier from graphile_worker.jobs
    where task_identifier in ('files.sweep', 'rates.refresh') and key is null`;
  await expect.poll(() => rows(leftJobs)).toEqual([]);
}

const kinds: [kind: string, make: () => Promise<Storage>][] = [
  ['a folder', inAFolder],
  ['a bucket', () => inABucket()],
];
test.each(kinds)(
  'a restored backup with production’s settings and its files in %s changes nothing there',
  async (_, make) => {
    const storage = await make();
    const database = await aDatabase();
    const dataDir = await aFolder();
    const backup = await aFolder();
    const quiet = await startSmtp();
    await quiet.close();
    const givenTestSettings = { ...testSettings, ...storage.settings, DATA_DIR: dataDir, SMTP_URL: quiet.url };
    const production = await aProcess({ ...givenTestSettings, DATABASE_URL: database.url });
    const ada = await aSeller(tokensOf(testSettings), database.pool);
    await aSale(production, ada);
    // The mail server is away: what waits is part of the backup.
    expect(await mailsLeft(database)).not.toEqual([]);
    expect(
      await run({ ...givenTestSettings, DATABASE_URL: database.url }, 'backup', join(backup, 'copy')),
    ).toMatchObject({
      code: 0,
    });
    const smtp = await startSmtp({}, quiet.port);
    onTestFinished(smtp.close);
    const bea = await aSeller(tokensOf(testSettings), database.pool);
    // After another new order the notice of this one would wait for the next quarter of an hour.
    await database.pool.query(`update team_notices set created_at = created_at - interval '1 hour'`);
    await aSale(production, bea);
    await database.pool.query(
      'update outbox set due_at = now(); update graphile_worker._private_jobs set run_at = now()',
    );
    // A mail server that was away is tried once every fifteen seconds, with one mail; the others follow as long after
    // it.
    await expect.poll(() => mailsLeft(database), { timeout: 60_000 }).toEqual([]);
    const sent = smtp.taken.length;
    const proofs = await namesIn(database);
    expect(proofs).toHaveLength(2);
    await ageFiles(storage);

    const restoredDatabase = await aDatabase('template1');
    const drill = { ...testSettings, DATA_DIR: await aFolder(), DATABASE_URL: restoredDatabase.url };
    expect(await run(drill, 'restore', join(backup, 'copy'))).toMatchObject({ code: 0 });
    const copied = { ...givenTestSettings, DATA_DIR: await aFolder(), DATABASE_URL: restoredDatabase.url };
    const copy = await aProcess(copied);
    await runJobs(restoredDatabase);
    expect(outcomeOf(await copy.call('GET', '/api/transactions', { token: ada.token }))).toEqual([200, undefined]);
    const quote = await copy.call('POST', '/api/sell-quotes', { token: ada.token, json: someBitcoin });
    const readyBody = (await copy.call('GET', '/readyz')).body;
    await copy.program.end();
    for (const name of proofs) expect([name, await isStored(storage, name)]).toEqual([name, true]);
    expect(smtp.taken.length).toBe(sent);
    expect(quote).toMatchObject({ status: 503, body: { code: 'unavailable', reason: 'restored_copy' } });
    expect(readyBody).toMatchObject({ status: 'ok', restoredCopy: 'other_database' });
    expect(copy.program.stdout).toMatch(
      /^Landfall is ready at \S+\nThis is a restored copy: its database was restored/,
    );

    const drilled = await aProcess({ ...copied, RESTORED: 'drill' });
    expect(drilled.program.stdout).toContain('it was started with RESTORED=drill');
    await drilled.program.end();
    await aSale(production, bea);
    await production.program.end();

    const successor = await aProcess({ ...copied, RESTORED: 'production' });
    expect(successor.program.stdout).not.toContain('restored copy');
    await runJobs(restoredDatabase);
    expect(await restoredDatabase.rows(`select distinct last_error from outbox where dropped_at is not null`)).toEqual([
      { last_error: 'restored' },
    ]);
    expect(await mailsLeft(restoredDatabase)).toEqual([]);
    expect(
      await restoredDatabase.rows(`select actor_role from audit_log where action = 'backup.restored'`),
    ).toHaveLength(1);
    const former = await aProcess({ ...givenTestSettings, DATABASE_URL: database.url });
    expect(former.program.stdout).toContain('the file storage of STORAGE_URL belongs to another installation');
    await ageFiles(storage);
    await runJobs(restoredDatabase);
    for (const name of proofs) expect(await isStored(storage, name)).toBe(true);
    await aSale(successor, ada);
  },
);

test('a process killed between its writes to database and storage does not become a copy', async () => {
  let isHeld = false;
  const held: string[] = [];
  const storage = await inABucket(async (endpoint) => {
    const { url, close } = await serve((request, response) => {
      const { method, headers, url: path = '' } = request;
      if (isHeld && method === 'PUT' && path.includes('000000000002.mark')) {
        held.push(path);
        return;
      }
      const passed = send(new URL(path, endpoint), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(passed);
    });
    onTestFinished(close);
    return url;
  });
  const database = await aDatabase();
  const settings = { ...testSettings, ...storage.settings, DATA_DIR: await aFolder(), DATABASE_URL: database.url };
  const counter = async () => Number((await database.rows('select counter from installation'))[0]?.counter);
  await (await aProcess(settings)).program.end();
  const previous = await counter();
  isHeld = true;
  const killed = launch(settings);
  await expect.poll(() => held).not.toEqual([]);
  await killed.end('SIGKILL');
  expect(await counter()).toBeGreaterThan(previous);
  isHeld = false;
  const { program } = await aProcess(settings);
  expect(program.stdout).not.toContain('restored copy');
});
