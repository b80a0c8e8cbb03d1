import type { Db } from '#server/db/connection.ts';
import { readStatement } from '#server/db/hot.ts';

export type KycState = 'none' | 'pending' | 'approved' | 'rejected';

// At most one request is pending or approved; earlier refused ones are kept beside it.
const latest = readStatement<{ status: KycState }>(
  `select status from kyc_requests where user_id = $1
   order by (status in ('pending', 'approved')) desc, submitted_at desc limit 1`,
);

/** The state of the request that counts for this person; undefined when there never was one. */
export async function findKycStatus(db: Pick<Db, 'run'>, userId: string): Promise<KycState | undefined> {
  const [row] = await db.run(latest, [userId]);
  return row?.status;
}
