import type { Db } from '#server/db/connection.ts';
import { findKycStatus, type KycState } from './kyc.queries.ts';

/** Where a person stands with identity verification; 'none' before the first request. */
export async function kycStatusOf(db: Pick<Db, 'run'>, userId: string): Promise<KycState> {
  return (await findKycStatus(db, userId)) ?? 'none';
}
