import type { ErasureStep } from '#server/features/users/users.service.ts';
import { deleteSignIns } from './auth.erasure.queries.ts';
import type { AuthKeys } from './sessions/auth.keys.ts';

/** Removes a deleted user's devices, codes, second factor and registration. Their sessions were revoked before. */
export function eraseAuthPersonalData(keys: Pick<AuthKeys, 'subjectOf'>): ErasureStep {
  return (tx, { id, email }) => deleteSignIns(tx, id, keys.subjectOf(email));
}
