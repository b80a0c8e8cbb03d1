import type { Db } from '#server/db/connection.ts';

/** What stands below in the house and alone knows people: the composition root hands it in. */
export type UserDirectory = {
  /** Name and address of each of these people; who was deleted is missing. */
  userNames: (db: Db, ids: readonly string[]) => Promise<Map<string, { name: string; email: string }>>;
  /** People who are called or addressed so, a thousand or so at most. */
  findUsers: (db: Db, text: string) => Promise<string[]>;
};
