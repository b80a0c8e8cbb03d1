import { randomUUID } from 'node:crypto';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { FileStorage } from '../adapters/storage/storage.ts';
import type { Db, Tx } from '../db/connection.ts';
import type { Env } from '../env/env.ts';
import type { Reporter } from '../lib/log.ts';
import { Unavailable } from '../lib/refusal.ts';
import { pauseFor } from '../lib/retry.ts';
import { describeError } from '../lib/safe-error.ts';
import { readOwner, readPulse, writeOwner, writePulse, type Pulse } from './installation.marks.ts';
import { insertIdentity, raiseCounter, readIdentity, replaceIdentity, type Server } from './installation.queries.ts';

/** The reasons by which a restored copy is recognised, with the operator's text of each. */
const reasons = {
  drill: 'it was started with RESTORED=drill',
  other_database: 'its database was restored or cloned from another one',
  behind: 'the file storage was written by a later state of this database',
  other_owner: 'the file storage of STORAGE_URL belongs to another installation',
} as const;

/** A restored copy of an installation: it serves reads, and mails, removes, gives out and promises nothing. */
export type Copy = { because: keyof typeof reasons; since: Date };

/** Says if this process serves the installation that owns its file storage, or a restored copy of one. */
export type Installation = {
  /** Result of the last check; undefined for the installation itself. */
  readonly copy: Copy | undefined;
  /** Seconds since database and file storage last took the write of each minute. */
  readonly writeAgeSeconds: number;
  /** Checks once, takes the storage over where the operator asked for it, then checks each minute until `stop`. */
  start: () => Promise<void>;
  /**
   * One check at once; writes the counter into database and storage, unless this is a copy. Throws when either is away.
   */
  check: () => Promise<void>;
  stop: () => void;
};

/** Port of services that act only in the installation, never in a copy. */
export type WithInstallation = { installation: Pick<Installation, 'copy' | 'check'> };

type Options = {
  db: Db;
  inTx: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  storage: FileStorage;
  log: Reporter;
  /** The database's time. */
  now: () => Date;
  env: Pick<Env, 'restored'>;
  /** Steps of the transaction in which a copy becomes the installation. */
  onTakeOver: (tx: Tx) => Promise<void>;
};

/** The sentence by which console and log name a copy. */
export function describeCopy({ because }: Copy): string {
  const hint =
    because === 'drill' ? '' : ' until it is started with RESTORED=production, or RESTORED=drill (docs/BACKUP.md)';
  return `This is a restored copy: ${reasons[because]}. It serves reads, and mails, removes and gives out nothing${hint}.`;
}

/**
 * Refuses with unavailable to promise or pay money in a restored copy, because the installation itself may do so as
 * well.
 */
export function assertInstallation({ installation }: { installation: Pick<Installation, 'copy'> }): void {
  if (installation.copy) throw new Unavailable('restored_copy', 60);
}

/** Checks at once if this is a restored copy, before work that cannot be undone. */
export async function isCopyNow({ installation }: WithInstallation): Promise<boolean> {
  await installation.check();
  return installation.copy !== undefined;
}

/** Recognises a restored copy by what database and file storage remember of each other: docs/decisions/0102. */
export function createInstallation(options: Options): Installation {
  const { log, now } = options;
  const { restored } = options.env;
  const stopController = new AbortController();
  let copy: Copy | undefined;
  let writtenAt = performance.now();

  const note = (reason: Copy['because'] | undefined) => {
    if (reason === copy?.because) return;
    copy = reason && { because: reason, since: now() };
    if (copy) log.warn({ because: reason }, describeCopy(copy));
    else log.info({}, 'This is no restored copy any more: it owns the file storage.');
  };
  const check = async (mayTakeOver = false) => {
    note(restored === 'drill' ? 'drill' : await inspect(options, mayTakeOver));
    writtenAt = performance.now();
  };
  const watch = async () => {
    await pauseFor(minuteMs, stopController.signal);
    while (!stopController.signal.aborted) {
      await check().catch((error: unknown) =>
        log.warn(describeError(error), 'the write of each minute to database and file storage failed'),
      );
      await pauseFor(minuteMs, stopController.signal);
    }
  };

  return {
    get copy() {
      return copy;
    },
    get writeAgeSeconds() {
      return (performance.now() - writtenAt) / 1_000;
    },
    start: async () => {
      await check(restored === 'production');
      if (restored === 'production')
        log.warn(
          {},
          'RESTORED=production is done: remove it, or the next restored copy takes the storage over unasked',
        );
      void watch();
    },
    check: () => check(),
    stop: () => stopController.abort(),
  };
}

type Identity = Awaited<ReturnType<typeof readIdentity>>;
type InstallationState = { installationId: string; counter: number; token: string; raisedAt: Date };

/** An asynchronous replica may lack the writes of this many seconds when it is promoted. */
const lostByPromotionMs = 5 * minuteMs;
/** Larger than every raise that was lost so: a late write of a lost one then has a smaller counter than the storage. */
const raiseOfPromoted = 1_000;

/**
 * Says why this is a copy; for the installation itself, raises the counter of database and storage. The storage is read
 * first and written last: in between its owner's database is never behind it, wherever a process dies.
 */
async function inspect(options: Options, mayTakeOver: boolean): Promise<Copy['because'] | undefined> {
  const { db, storage } = options;
  const storedIdentity = await readIdentity(db);
  const owner = await readOwner(storage);
  const pulse = await readPulse(storage);
  const identity = await readIdentity(db);
  // Another process of this database has claimed the storage, or taken it over, since the owner was read.
  if (identity.installationId !== storedIdentity.installationId) return inspect(options, mayTakeOver);
  const isTakingOver = storedIdentity.isTakingOver === true || identity.isTakingOver === true;
  const reason = reasonOf({ ...identity, isTakingOver }, owner, pulse);
  if (reason) {
    if (!mayTakeOver) return reason;
    await takeOver(options, identity);
    return inspect(options, mayTakeOver);
  }
  const state = knownOf(identity);
  if (!state) {
    await options.inTx((tx) => insertIdentity(tx, { ...newIdentity(identity), isTakingOver: false }));
    return inspect(options, mayTakeOver);
  }
  if (owner !== state.installationId) await writeOwner(storage, state.installationId);
  await raise(options, identity, state, pulse);
  return undefined;
}

function reasonOf(identity: Identity, owner: string | null, pulse: Pulse | undefined): Copy['because'] | undefined {
  const state = knownOf(identity);
  if (!state) return owner === null ? undefined : 'other_owner';
  if (identity.storedDatabase !== identity.database) return 'other_database';
  if (owner !== null && owner !== state.installationId && !identity.isTakingOver) return 'other_owner';
  return pulse?.installation === state.installationId && isBehind(identity, state, pulse) ? 'behind' : undefined;
}

function isBehind(identity: Identity, state: InstallationState, pulse: Pulse): boolean {
  if (pulse.counter === state.counter) return pulse.token !== state.token;
  if (pulse.counter < state.counter) return false;
  const lostMs = new Date(pulse.raisedAt).getTime() - state.raisedAt.getTime();
  return !isPromoted(identity) || lostMs > lostByPromotionMs;
}

const isPromoted = ({ timeline, storedTimeline }: Identity) => timeline !== storedTimeline;

/** Row of the database; undefined before the first start. */
function knownOf({ installationId, counter, token, raisedAt }: Identity): InstallationState | undefined {
  if (installationId === null || counter === null || token === null || raisedAt === null) return undefined;
  return { installationId, counter, token, raisedAt };
}

const newIdentity = ({ database, timeline }: Server) => ({ installationId: randomUUID(), database, timeline });

/**
 * Makes this database an installation of its own, which the next check has the storage name. One of several processes
 * does it.
 */
async function takeOver({ inTx, onTakeOver, log }: Options, identity: Identity): Promise<void> {
  const { installationId, database, timeline } = newIdentity(identity);
  const isDone = await inTx(async (tx) => {
    const isReplaced =
      identity.token === null
        ? await insertIdentity(tx, { installationId, database, timeline, isTakingOver: true })
        : await replaceIdentity(tx, { token: identity.token, installationId, database, timeline });
    if (isReplaced) await onTakeOver(tx);
    return isReplaced;
  });
  if (isDone) log.warn({ installationId }, 'RESTORED=production: this database takes the file storage over');
}

async function raise(
  { inTx, storage }: Options,
  identity: Identity,
  state: InstallationState,
  pulse: Pulse | undefined,
) {
  const { installationId } = state;
  const inStorage = pulse?.installation === installationId ? pulse.counter : 0;
  const by = isPromoted(identity) ? raiseOfPromoted : 1;
  const raisedIdentity = await inTx((tx) =>
    raiseCounter(tx, { installationId, stored: inStorage, by, timeline: identity.timeline }),
  );
  if (!raisedIdentity) return;
  const { counter, token, raisedAt } = raisedIdentity;
  await writePulse(storage, { installation: installationId, counter, token, raisedAt: raisedAt.toISOString() });
}
