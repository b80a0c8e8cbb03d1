import { readStored, writeStored } from '../storage/local-storage.ts';

const deviceKey = 'known_device';
/** Number of accounts whose tokens are stored, newest first. */
const maxTokens = 5;

/** Tokens of earlier sign-ins: they grant no access, but let the user sign in while others guess the password. */
export const deviceTokens = (): string => readStored(deviceKey) ?? '';

/** Stores the token of a sign-in; it outlives the session and does not identify the user. */
export function storeDeviceToken(token: string): void {
  const tokens = deviceTokens().split(',').filter(Boolean);
  writeStored(deviceKey, [token, ...tokens].slice(0, maxTokens).join(','));
}
