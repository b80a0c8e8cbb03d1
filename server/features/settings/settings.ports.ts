import type { Platform } from '#server/platform.ts';
import type { SettingsCache } from './settings.service.ts';

/** Ports that `settings` provides to the features below it; made in compose.ts. */
export type SettingsPorts = {
  /** Features read it through `settingsOf`. */
  settings: SettingsCache;
};

/** Everything that a service of this feature may need. */
export type SettingsDeps = Platform & SettingsPorts;
