import type { Db } from '#server/db/connection.ts';
import type { Evidence } from '#server/features/users/users.service.ts';
import { erasePayeesOf, hasPayouts, selectPayoutsForExport } from './payouts.verify.queries.ts';

/** To whom a deleted user was paid, which goes when the retention period is over; the sums stay. */
export const payoutEvidence: Evidence = { exists: hasPayouts, erase: erasePayeesOf };

/** What was paid to a customer, when, and to which account. */
export async function exportPayoutsPersonalData(db: Db, { id }: { id: string }): Promise<unknown> {
  return selectPayoutsForExport(db, id);
}
