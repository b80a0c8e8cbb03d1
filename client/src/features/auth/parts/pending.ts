import { readStored, removeStored, writeStored } from '#client/lib/storage.ts';

/** Whose address waits for its code. The id says whose password the account starts with. */
export interface Pending {
  email: string;
  userId?: string | undefined;
  codeExpiresAt?: string | undefined;
  resendAt?: string | undefined;
}

const emailKey = 'pendingVerificationEmail';
const restKey = 'landfall-pending-verification';

/** Keeps who is to be confirmed, so that a reload or a closed tab does not lose the step. */
export function keepPending(pending: Pending): void {
  writeStored(emailKey, pending.email);
  writeStored(restKey, JSON.stringify(pending));
}

/** Who is to be confirmed in this browser; with `email` only if it is that address. */
export function readPending(email?: string): Pending | undefined {
  const kept = readStored(emailKey);
  if (!kept || (email && email !== kept)) return email ? { email } : undefined;
  const rest = parse(readStored(restKey));
  return rest?.email === kept ? rest : { email: kept };
}

/** Forgets it once the address is confirmed. */
export function forgetPending(): void {
  removeStored(emailKey, restKey);
}

function parse(text: string | null): Pending | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && 'email' in value && typeof value.email === 'string'
      ? (value as Pending)
      : undefined;
  } catch {
    return undefined;
  }
}
