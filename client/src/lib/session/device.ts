import { readStored, writeStored } from '../storage/local-storage.ts';

const deviceKey = 'known_device';
/** Of different accounts, newest first. */
const maxTokens = 5;

/** What this browser got at its sign-ins: it opens nothing, but lets its user in while strangers guess the password. */
export function deviceTokens(): string {
  return readStored(deviceKey) ?? '';
}

/** Remembers a sign-in; it outlives the session and names nobody. */
export function storeDeviceToken(token: string): void {
  const others = deviceTokens().split(',').filter(Boolean);
  writeStored(deviceKey, [token, ...others].slice(0, maxTokens).join(','));
}
