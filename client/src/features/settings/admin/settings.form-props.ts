import type { AdminSettings, SettingsChange } from './settings.admin.queries.ts';

export interface SettingsFormProps {
  settings: AdminSettings;
  /** Takes a change that waits for the password. */
  onAsk: (change: SettingsChange) => void;
}
