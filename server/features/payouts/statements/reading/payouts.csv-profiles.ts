import { isDeepStrictEqual } from 'node:util';
import { headOf, missingHeadings, parseCsvStatement } from './payouts.csv-statement.ts';
import { isReadable, type StatementProfile } from './payouts.statement.values.ts';

/** A profile that was saved for the files of a bank. */
export interface SavedProfile {
  id: string;
  shape: StatementProfile;
}

/** The saved profiles whose headings a table has, and that read its beginning in one of the currencies. */
function* fittingProfiles(bytes: Uint8Array, profiles: readonly SavedProfile[], currencies: readonly string[]) {
  const head = headOf(bytes);
  const isFitting = (shape: StatementProfile) =>
    isReadable(
      () => missingHeadings(head, shape),
      ({ length }) => length === 0,
    ) && currencies.some((currency) => isReadable(() => parseCsvStatement(head, shape, currency)));
  for (const profile of profiles) if (isFitting(profile.shape)) yield profile;
}

/** Returns the first saved profile that fits a table, for the preview. */
export function fittingProfile(...table: Parameters<typeof fittingProfiles>): SavedProfile | undefined {
  for (const profile of fittingProfiles(...table)) return profile;
  return undefined;
}

/**
 * The saved profile that fits a table without a member's choice; undefined if two read its beginning in different ways.
 */
export function sureProfile(
  bytes: Uint8Array,
  profiles: readonly SavedProfile[],
  currency: string,
): SavedProfile | undefined {
  const [firstProfile, ...otherProfiles] = fittingProfiles(bytes, profiles, [currency]);
  const readBy = ({ shape }: SavedProfile) => parseCsvStatement(headOf(bytes), shape, currency);
  return firstProfile && otherProfiles.every((profile) => isDeepStrictEqual(readBy(profile), readBy(firstProfile)))
    ? firstProfile
    : undefined;
}
