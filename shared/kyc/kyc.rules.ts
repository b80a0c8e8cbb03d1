export const documentTypes = ['passport', 'drivers_license', 'national_id'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** An approved identity may be revoked by an admin, and expires with its document. */
export const kycRequestStatuses = ['pending', 'approved', 'rejected', 'revoked', 'expired'] as const;
export const kycDecisions = ['approved', 'rejected'] as const;
export const kycSides = ['front', 'back', 'selfie'] as const;
/** Two requests can show the same document by its number, its file or its picture. */
export const kycLikenesses = ['number', 'file', 'picture'] as const;

/** Days before a document expires at which its owner is notified. */
export const expiryNoticeDays = 30;

/** Minimum age in years. */
export const minimumAge = 18;
/** Higher than any age ever reached: a typing error. */
const maxAge = 130;

/** Whole years between a date of birth and `today`, both as yyyy-mm-dd. */
export function ageOn(dateOfBirth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/** Returns the reason why a date of birth is refused on this day; undefined if it is accepted. */
export function ageProblem(dateOfBirth: string, today: string): 'tooYoung' | 'impossible' | undefined {
  const age = ageOn(dateOfBirth, today);
  if (dateOfBirth > today || age > maxAge) return 'impossible';
  return age < minimumAge ? 'tooYoung' : undefined;
}
