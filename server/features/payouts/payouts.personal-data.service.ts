import type { Evidence } from '#server/features/users/users.service.ts';
import { erasePayeesOf, hasPayouts } from './payouts.verify.queries.ts';

/** To whom a deleted user was paid, which goes when the retention period is over; the sums stay. */
export const payoutEvidence: Evidence = { exists: hasPayouts, erase: erasePayeesOf };
