import type { Db, Tx } from '#server/db/connection.ts';

/** A person who is leaving, as known until now. */
export type ErasedUser = { id: string; email: string };

/** Removes what one feature keeps of a person, or throws the Refusal that says why the person cannot go yet. */
export type ErasureStep = (tx: Tx, account: ErasedUser) => Promise<void>;

/** What one feature keeps of a person, in words and figures the person can read. */
export type PersonalDataExport = (db: Db, account: Pick<ErasedUser, 'id'>) => Promise<unknown>;

export type LiveSession = {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  userAgent: string | null;
  ip: string | null;
};

/**
 * What features below this one know and keep of people. They cannot be called from here, so the composition root hands
 * in their part: a new feature that keeps something of a person adds its parting there.
 */
export type PersonalDataRegistry = {
  /** How many orders each of these people ever opened; whoever has none may be missing. */
  countOrders: (db: Db, userIds: readonly string[]) => Promise<Map<string, number>>;
  /** Where a person is signed in now, last seen first. */
  listSessions: (db: Db, account: { id: string; role: 'customer' | 'admin' }) => Promise<LiveSession[]>;
  /** Ends a user's sessions and sockets on every process when `tx` commits, and every link and code that was sent. */
  revokeAccess: (tx: Tx, userId: string, reason: 'blocked' | 'deleted') => Promise<void>;
  /** Called in turn in the transaction that deletes a person; those that may refuse stand first. */
  erasureSteps: readonly ErasureStep[];
  /** By the name it stands under in the person's copy of everything. */
  personalDataExports: Readonly<Record<string, PersonalDataExport>>;
};
