import { and, asc, count, eq, sql } from 'drizzle-orm';
import { first, one, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { importRows } from './imports.tables.ts';

/** Number of invitations mailed in the last hour, by imports and by hand. */
export const countInvited = one((db: Reads) =>
  db
    .select({ total: count() })
    .from(users)
    .where(sql`${users.invitedAt} > now() - interval '1 hour'`),
);

type Row = { id: Id<'import'>; line: number };

/** Rows whose customers wait for their invitation, in the order of their files. */
export const listWaiting = rows((db: Reads, { limit }: Blanks<{ limit: number }>) =>
  db
    .select({ id: importRows.importId, line: importRows.line })
    .from(importRows)
    .where(eq(importRows.isInviting, true))
    .orderBy(asc(importRows.importId), asc(importRows.line))
    .limit(limit),
);

/** The customer of a row who still waits, held until the transaction ends; undefined where another one holds them. */
export const lockWaiting = first((db: Drizzle, { id, line }: Blanks<Row>) =>
  db
    .select({ user: users })
    .from(importRows)
    .innerJoin(users, eq(users.id, importRows.userId))
    .where(and(eq(importRows.importId, id), eq(importRows.line, line), eq(importRows.isInviting, true)))
    .for('update', { of: users, skipLocked: true }),
);

/** Ends the wait of a row: its customer was invited, or is not to be. */
export const endWait = sent((db: Drizzle, { id, line }: Blanks<Row>) =>
  db
    .update(importRows)
    .set({ isInviting: false })
    .where(and(eq(importRows.importId, id), eq(importRows.line, line))),
);
