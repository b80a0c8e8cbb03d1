import { CallError } from './call.ts';

const maxRetries = 3;

/** A session that ended is told at once and a refusal stays one; whatever may pass is tried up to three times more. */
export function shouldRetry(failures: number, error: Error): boolean {
  const { status } = error instanceof CallError ? error : { status: 0 };
  return failures < maxRetries && ![400, 401, 403, 404].includes(status);
}

/** Of every call of the desk: its screens say themselves that the session ended and offer the way back. */
export const adminCall = { whenSignedOut: 'fail' } as const;
