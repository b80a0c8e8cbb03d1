import type { AdminSettings } from './settings.contract.ts';
import defaults from './settings.defaults.json' with { type: 'json' };

/** The settings of a new installation. */
// The types of JSON have each text as `string`.
export const settingsDefaults = defaults as AdminSettings;
