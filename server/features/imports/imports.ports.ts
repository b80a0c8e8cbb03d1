import type { Db } from '#server/db/connection.ts';

/** The ports that `imports` takes from other features; made in compose.ts. */
export type ImportsPorts = {
  /** Those of these addresses that unsubscribed from the newsletter: they want no mail that they have not asked for. */
  unsubscribedAmong?: (db: Pick<Db, 'ask'>, emails: readonly string[]) => Promise<string[]>;
};
