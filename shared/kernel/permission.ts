/** The permissions that roles of the team are made of; each endpoint of the administration requires one. */
export const permissions = [
  'orders.read',
  'orders.decide',
  'offers.write',
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

/** An admin endpoint requires a permission, or only that its caller is a member of the team. */
export type Requirement = Permission | 'member';

/** `accounts` hides account and document numbers except their last four characters; `contacts` emails, phones, IPs. */
export type Mask = 'accounts' | 'contacts';

/** A role allows the actions in `may` and hides personal data by its masks. */
export type Rights = { may: readonly Permission[]; masks: readonly Mask[] };
