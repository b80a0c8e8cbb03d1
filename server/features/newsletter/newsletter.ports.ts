import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';

/** Everything that a service of this feature may need. */
export type NewsletterDeps = Platform & SettingsPorts;
