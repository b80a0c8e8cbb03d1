import type { Db } from '#server/db/connection.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { UsersPorts } from '#server/features/users/users.ports.ts';
import type { Platform } from '#server/platform.ts';

/** The ports that `imports` takes from other features; made in compose.ts. */
export type ImportsPorts = {
  /**
   * The addresses among these that unsubscribed from the newsletter: they want no mail that they have not asked for.
   */
  unsubscribedAmong?: (db: Pick<Db, 'ask'>, emails: readonly string[]) => Promise<string[]>;
};

/** Everything that a service of this feature may need. */
export type ImportsDeps = Platform & ImportsPorts & SettingsPorts & UsersPorts;
