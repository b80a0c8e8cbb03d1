/** What a member of the team may be allowed to do; each endpoint of the administration names one. */
export const permissions = [
  'orders.read',
  'orders.decide',
  'kyc.read',
  'kyc.decide',
  'files.identity',
  'payouts.prepare',
  'payouts.release',
  'chat.answer',
  'notes.write',
  'wallets.write',
  'rates.write',
  'settings.write',
  'content.write',
  'users.read',
  'users.write',
  'team.write',
  'books.read',
  'audit.read',
] as const;

export type Permission = (typeof permissions)[number];

/** What an admin endpoint requires: a permission, or only to be a member of the team. */
export type Requirement = Permission | 'member';

/** What is hidden from a reader: account and document numbers but for the last four characters; e-mail and IP addresses and phone numbers. */
export type Mask = 'accounts' | 'contacts';

/** What a role allows and hides. */
export type Rights = { may: readonly Permission[]; masks: readonly Mask[] };
