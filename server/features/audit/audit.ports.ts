import type { Db } from '#server/db/connection.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Rights } from '#shared/kernel/permission.ts';

/** User lookups that a later feature provides; injected by the composition root. */
type UserDirectory = {
  /** Name and email of each of these users; deleted users are missing. */
  userNames: (db: Db, ids: readonly Id<'user'>[]) => Promise<Map<string, { name: string; email: string | null }>>;
  /** Users whose name, or email as far as the reader is shown it, matches; about a thousand at most. */
  findUsers: (db: Db, text: string, reader: Pick<Rights, 'masks'>) => Promise<Id<'user'>[]>;
};

/** Order lookups that a later feature provides. */
type OrderDirectory = {
  /** The id of the order with this reference. */
  orderByReference: (db: Db, reference: string) => Promise<string | undefined>;
  /** The reference of each of these orders. */
  orderReferences: (db: Db, ids: readonly string[]) => Promise<Map<string, string>>;
};

/** Ports that `audit` provides to the features below it; made in compose.ts. */
export type AuditPorts = {
  /** Looks up the users whose ids are in the audit log. */
  userDirectory: UserDirectory;
  /** Looks up orders, whose ids are in the audit log while the team knows their references. */
  orderDirectory: OrderDirectory;
};

/** Everything that a service of this feature may need. */
export type AuditDeps = Platform & AuditPorts;
