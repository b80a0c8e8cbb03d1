import type { AdminSettings, SettingsChange } from './settings.admin.queries.ts';

/** What every form of the settings gets. */
export interface SettingsFormProps {
  settings: AdminSettings;
  /** Takes a change that waits for the password. */
  onAsk: (change: SettingsChange) => void;
}
