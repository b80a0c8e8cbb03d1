import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { inTx } from '#server/db/connection.ts';
import { createEvents } from '#server/events/events.ts';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { createCheckpointing } from './audit.checkpointing.ts';
import { createHeadMemory, readHead } from './audit.head.ts';
import { recordAudit, recordAudits } from './audit.service.ts';
import { verifyAudit } from './audit.verify.ts';

const database = openDatabase();
let dataDir: string;
const logMethod = () => vi.fn<(fields: object, message: string) => void>();
const log = { info: logMethod(), warn: logMethod(), error: logMethod() };
const onCut = vi.fn<(head: object) => Promise<void>>(() => Promise.resolve());
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'landfall-audit-'));
});
/** Each test begins with an empty log whose first row is number 1. */
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await tamper('truncate audit_log, audit_checkpoints restart identity cascade');
  await rm(join(dataDir, 'audit-head.json'), { force: true });
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

const admin = { userId: '0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a02', role: 'admin' as const, requestId: 'r-1' };
const record = (count = 1) =>
  inTx(database, async (tx) => {
    const row = ['a "quoted" – note', new Date(0), { gone: undefined, deep: { z: 1, a: [1.5, null] } }];
    const subjects = Array.from({ length: count }, (_, n) => ({
      type: 'wallet' as const,
      id: String(n),
      details: { forged: [n, ...row] },
    }));
    await recordAudits(tx, admin, 'wallet.signature_failed', subjects);
  });
const aProcess = () => {
  const events = createEvents({ url: database.url, log });
  const checkpointing = createCheckpointing({
    db: database.db,
    inTx: (work) => inTx(database, work),
    events,
    log,
    now: () => new Date(),
    env: { encryptionKey: testEncryptionKey, dataDir },
    onCut,
  });
  closing.push(events.close, checkpointing.stop);
  return { events, checkpointing };
};
const verify = async () => verifyAudit(database.db, testEncryptionKey, { head: await readHead(dataDir) });
const whole = (rows: number, waiting = 0) => ({ rows, waiting, findings: [] });
/** Simulates an attacker with database owner rights. */
const tamper = async (statement: string) => {
  const triggers = (verb: string) =>
    `alter table audit_log ${verb} trigger all; alter table audit_checkpoints ${verb} trigger all`;
  await database.pool.query(`${triggers('disable')}; ${statement}; ${triggers('enable')}`);
};
const cutAfterThree = 'delete from audit_log where id > 3; delete from audit_checkpoints where audit_id > 3';
/** Rows with their checkpoints, and the process that wrote those. */
const checkpointed = async (count: number) => {
  const { checkpointing } = aProcess();
  await record(count);
  await checkpointing.checkpointNow();
  return checkpointing;
};

test('the product itself cannot change, remove or empty an audit entry', async () => {
  await checkpointed(1);
  for (const attempt of [
    'update audit_log set action = $$x$$',
    'delete from audit_log',
    'truncate audit_log, audit_checkpoints',
    'update audit_checkpoints set seq = 9',
    'delete from audit_checkpoints',
    'truncate audit_checkpoints',
  ])
    await expect(database.pool.query(attempt)).rejects.toThrow('is append only');
});

test('an unchanged log is whole, even while its newest rows wait for a checkpoint', async () => {
  await checkpointed(1200);
  expect(await verify()).toEqual(whole(1200));
  await record(3);
  expect(await verify()).toEqual(whole(1200, 3));
});

const withoutCheckpoint = 'delete from audit_checkpoints where audit_id = 3';
const third = { auditId: '3', seq: '3' };
test.each([
  ['edited', `update audit_log set details = details || '{"n": 99}' where id = 3`, third],
  ['edited', `update audit_log set at = at - interval '1 microsecond' where id = 3`, third],
  ['edited', `update audit_log set actor_id = null where id = 3`, third],
  ['removed', `delete from audit_log where id = 3`, third],
  ['checkpoint removed', `delete from audit_log where id = 3; ${withoutCheckpoint}`, { seq: '3' }],
])('a row that was changed behind the product, or its gap, is named: %s by %s', async (kind, statement, row) => {
  await checkpointed(5);
  await tamper(statement);
  expect((await verify()).findings).toEqual([{ kind, ...row }]);
});

test('a log whose end was cut off raises the alarm and gets no new checkpoint', async () => {
  const checkpointing = await checkpointed(5);
  const head = await readHead(dataDir);
  await tamper(cutAfterThree);
  const findings = [{ kind: 'end removed', seq: '5' }];
  expect(await verify()).toMatchObject({ rows: 3, waiting: 0, findings });
  onCut.mockClear();
  await record(4);
  await checkpointing.checkpointNow();
  // The next process only has the file to compare with.
  await aProcess().checkpointing.checkpointNow();
  expect(onCut.mock.calls).toEqual([[head], [head]]);
  expect(await readHead(dataDir)).toEqual(head);
  expect(await verify()).toMatchObject({ rows: 3, waiting: 4, findings });
});

test('a log whose end was cut and written again with equal numbers raises the alarm', async () => {
  const checkpointing = await checkpointed(5);
  await tamper(`${cutAfterThree};
    insert into audit_checkpoints (seq, audit_id, hash) select seq + 3, audit_id + 100, hash from audit_checkpoints`);
  onCut.mockClear();
  await checkpointing.checkpointNow();
  expect(onCut).toHaveBeenCalledTimes(1);
});

test('a process that is behind does not move the head of the log back', async () => {
  await checkpointed(5);
  const head = await readHead(dataDir);
  await createHeadMemory(dataDir).grow({ seq: '2', hash: 'ab' });
  expect(await readHead(dataDir)).toEqual(head);
  expect(log.info).toHaveBeenCalledWith(head, 'the audit log reaches to this checkpoint');
});

test('a row that an attacker inserts or copies is named and gets no checkpoint', async () => {
  await checkpointed(2);
  await database.pool.query(
    `insert into audit_log (actor_role, action, signature)
     values ('system', 'wallet.changed', decode(repeat('00', 44), 'hex'))`,
  );
  await aProcess().checkpointing.checkpointNow();
  expect(log.error).toHaveBeenCalledWith({ auditId: '3' }, 'a row of the audit log was not written by this product');
  expect((await verify()).findings).toEqual([{ kind: 'inserted', auditId: '3' }]);

  await database.pool.query(
    `insert into audit_log (actor_id, actor_role, action, subject_type, subject_id, details, request_id, signature)
     select actor_id, actor_role, action, subject_type, subject_id, details, request_id, signature from audit_log
  where id = 1`,
  );
  await aProcess().checkpointing.checkpointNow();
  expect((await verify()).findings).toEqual([
    { kind: 'inserted', auditId: '3' },
    { kind: 'inserted', auditId: '4' },
  ]);
});

test('rows that become visible in another order than their ids all get one checkpoint', async () => {
  const { checkpointing } = aProcess();
  let commit: (value: unknown) => void = () => undefined;
  const heldCommit = new Promise((resolve) => (commit = resolve));
  const earlyCommit = inTx(database, async (tx) => {
    await recordAudit(tx, admin, 'backup.made');
    await heldCommit;
  });
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query<{ last_value: string }>('select last_value from audit_log_id_seq');
      expect(rows[0]?.last_value).toBe('1');
    },
    { timeout: 30_000 },
  );
  await record(2);
  await checkpointing.checkpointNow();
  expect((await verify()).rows).toBe(2);
  commit(undefined);
  await earlyCommit;
  await checkpointing.checkpointNow();
  expect(await verify()).toEqual(whole(3));
});

test('many processes extend one chain of checkpoints', async () => {
  const processes = [aProcess(), aProcess(), aProcess()];
  await record(50);
  await Promise.all(
    processes.flatMap(({ checkpointing }) => [
      checkpointing.checkpointNow(),
      record(20),
      checkpointing.checkpointNow(),
    ]),
  );
  await processes[0]?.checkpointing.checkpointNow();
  expect(await verify()).toEqual(whole(110));
});

test('an action gets its checkpoint soon after it', async () => {
  const { events, checkpointing } = aProcess();
  await events.start();
  checkpointing.start();
  await record();
  await vi.waitFor(async () => expect((await verify()).rows).toBe(1), { timeout: 30_000 });
});
