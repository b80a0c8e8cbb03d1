import { randomUUID } from 'node:crypto';
import type { Id, IdKind } from '#shared/kernel/ids.ts';

/** A new id for a row of this kind, where it must be known before PostgreSQL would make one. */
export function newId<Kind extends IdKind>(_kind: Kind): Id<Kind> {
  return randomUUID();
}
