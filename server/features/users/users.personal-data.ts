import type { Db, Tx } from '#server/db/connection.ts';
import type { UserRole } from '#server/http/guards/actor.ts';
import type { Id } from '#shared/kernel/ids.ts';

/** A user being erased, as known so far. */
export type ErasedUser = { id: Id<'user'>; email: string | null };

/** Removes one feature's data of a user, or throws the Refusal with the reason against deletion. */
export type ErasureStep = (tx: Tx, account: ErasedUser) => Promise<void>;

/** Data of a deleted user in one feature that the law requires us to retain for years. */
export type Evidence = {
  exists: (tx: Tx, userId: Id<'user'>) => Promise<boolean>;
  /** Runs when the period is over, or at once where there is none. */
  erase: (tx: Tx, userId: Id<'user'>) => Promise<void>;
};

/** One feature's data of a user, in a form the user can read. */
export type PersonalDataExport = (db: Db, account: Pick<ErasedUser, 'id'>) => Promise<unknown>;

export type LiveSession = {
  id: Id<'session'>;
  createdAt: Date;
  lastSeenAt: Date;
  userAgent: string | null;
  ip: string | null;
};

/** Erasures of features below this one, passed in by the composition root; each with personal data adds its own. */
export type PersonalDataRegistry = {
  /** Number of orders that each of these users ever opened; users without any may be missing. */
  countOrders: (db: Db, userIds: readonly Id<'user'>[]) => Promise<Map<string, number>>;
  /** True where an account is saved that the user is paid to. */
  hasSavedAccount: (db: Db, userId: Id<'user'>) => Promise<boolean>;
  /** A user's current sessions, last seen first. */
  listSessions: (db: Db, account: { id: Id<'user'>; role: UserRole }) => Promise<LiveSession[]>;
  /** Ends a user's sessions and sockets on every process when `tx` commits, and every link and code that was sent. */
  revokeAccess: (tx: Tx, userId: Id<'user'>, reason: 'blocked' | 'deleted') => Promise<void>;
  /** Refuses with the reason against erasing this user now. */
  assertErasable: (tx: Tx, userId: Id<'user'>) => Promise<void>;
  /** The steps of an erasure, in order, in the transaction that deletes a user; those that may refuse are first. */
  erasureSteps: readonly ErasureStep[];
  /** Data that outlives the user; erased when the retention period is over. */
  evidence: readonly Evidence[];
  personalDataExports: Readonly<Record<string, PersonalDataExport>>;
};
