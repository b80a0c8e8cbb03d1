import type { Tx } from '#server/db/connection.ts';

/** What `team` borrows from the features below it; made in compose.ts. */
export type TeamPorts = {
  /** Orders, users and conversations of a member who leaves fall to nobody. */
  releaseWorkOf: (tx: Tx, userId: string) => Promise<void>;
};
