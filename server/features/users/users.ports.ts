import type { Tx } from '#server/db/connection.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { PersonalDataRegistry, UserRow } from './users.service.ts';

/** Ports that `users` provides to the features below it; made in compose.ts. */
export type UsersPorts = {
  /** Personal data that the features below `users` store. */
  personalData: PersonalDataRegistry;
  /** Mails the owners of the team that a member, `by`, has a user erased at `eraseAt`. */
  notifyOwners: (tx: Tx, notice: { kind: 'erasure'; userId: Id<'user'>; eraseAt: Date; by: string }) => Promise<void>;
  /** Mails a user's former address that another one has taken its place; nothing without a former address. */
  mailAddressChanged: (tx: Tx, before: UserRow) => Promise<void>;
};

/** Everything that a service of this feature may need. */
export type UsersDeps = Platform & SettingsPorts & UsersPorts;
