import type { AdminSettings } from './settings.contract.ts';
import defaults from './settings.defaults.json' with { type: 'json' };

/** The settings of a product that nobody has changed. */
export const settingsDefaults = defaults as AdminSettings;
