import type { Parting } from '#server/features/users/users.service.ts';
import type { AuthKeys } from './auth.keys.ts';
import { forgetSignIns } from './auth.people.queries.ts';

/** Removes a leaving person's devices, codes, second factor and registration. Their sessions were told to end before. */
export function partFromSignIns(keys: Pick<AuthKeys, 'subjectOf'>): Parting {
  return (tx, { id, email }) => forgetSignIns(tx, id, keys.subjectOf(email));
}
