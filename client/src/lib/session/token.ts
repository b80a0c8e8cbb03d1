import { readStored, removeStored, writeStored } from '../storage/local-storage.ts';
import { readTabItem, writeTabItem } from '../storage/tab-storage.ts';

const tokenKey = 'auth_token';
const changes = new EventTarget();

// If the browser blocks storage, the session lasts until the tab closes.
let inMemory: string | null = null;

/** The bearer token of this browser, or null for a visitor. Only `lib` may ask. */
export const readToken = (): string | null => readStored(tokenKey) ?? inMemory;

/** The owner and the expiry (ms) claimed by this browser's token; undefined without one, and once it has expired. */
export function tokenClaims(): { owner: string; expiresAt: number } | undefined {
  try {
    const [, claims = ''] = readToken()?.split('.') ?? [];
    // The parse accepts any value: both fields are checked below.
    const { sub, exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>;
    const expiresAt = Number(exp) * 1000;
    return typeof sub === 'string' && expiresAt > Date.now() ? { owner: sub, expiresAt } : undefined;
  } catch {
    return undefined; // Another program wrote this token: no stored data belongs to it.
  }
}

/** The owner of this browser's token. */
export const tokenOwner = (): string | undefined => tokenClaims()?.owner;

/** Hides the server-rendered parts for visitors from a customer, like public/before-paint.js. */
function markSignedIn(): void {
  document.documentElement.classList.toggle('known', readToken() !== null);
}

/** Stores the token of a new or extended session and notifies this tab's screens. */
export function storeToken(token: string, isAdmin: boolean): void {
  inMemory = token;
  ending = null;
  storeEnding();
  writeStored(tokenKey, token);
  writeStored('isAdmin', String(isAdmin)); // A hint for the screen only, never an authority.
  markSignedIn();
  changes.dispatchEvent(new Event('change'));
}

const endings = ['role_changed', 'password_changed'] as const;
const endingKey = 'ending';
let ending = readTabItem(endingKey);

/** Ends the session here if another device ended it for one of these reasons: its data leaves the screen at once. */
export function endSessionFor(reason: string | undefined): boolean {
  const newEnding = endings.find((code) => code === reason);
  if (!newEnding || readToken() === null) return false;
  ending = newEnding;
  clearToken();
  return true;
}

/** Why the last session here ended, if another device ended it. */
export const lastEnding = () => ending;

/** Stores the reason in this tab, whose data was removed, so that a reload shows it again. */
export const storeEnding = () => writeTabItem(endingKey, ending ?? '');

/** Removes the token and every hint that is stored beside it. */
export function clearToken(): void {
  inMemory = null;
  removeStored(tokenKey, 'isAdmin', 'adminToken', 'token', 'user', 'pendingVerificationEmail');
  markSignedIn();
  changes.dispatchEvent(new Event('change'));
}

/** Calls back when the token changes here or in another tab; returns a function that unsubscribes. */
export function watchToken(callback: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== tokenKey && key !== null) return;
    inMemory = null;
    markSignedIn();
    callback();
  };
  changes.addEventListener('change', callback);
  window.addEventListener('storage', onStorage);
  return () => {
    changes.removeEventListener('change', callback);
    window.removeEventListener('storage', onStorage);
  };
}
