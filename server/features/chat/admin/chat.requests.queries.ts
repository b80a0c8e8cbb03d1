import type { Tx } from '#server/db/connection.ts';
import { column, orNull } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';

const nextMail = readStatement({ nextAt: orNull(column.moment) })`
  select max(mailed_at) + interval '10 minutes' as "nextAt" from agent_requests
  where room_id is not distinct from $1 and mailed_at > now() - interval '10 minutes'`;

/** When support may be mailed about this room again; undefined means now. Requests without a room count as one room. */
export async function findNextRequestMail(tx: Tx, roomId: string | null): Promise<Date | undefined> {
  return (await tx.run(nextMail, [roomId]))[0]?.nextAt ?? undefined;
}

/** Marks the requests of a room as mailed and returns those that were not. */
export const takeUnmailedRequests = writeStatement({ email: column.text, message: column.text }).rows<
  [roomId: string | null]
>()`
  update agent_requests set mailed_at = now() where room_id is not distinct from $1 and mailed_at is null
  returning email, message`;
