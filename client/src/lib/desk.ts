import { CallError } from './call.ts';

const mostRetries = 3;

/** A session that ended is told at once and a refusal stays one; whatever may pass is tried up to three times more. */
export function mayPass(failures: number, error: Error): boolean {
  const { status } = error instanceof CallError ? error : { status: 0 };
  return failures < mostRetries && ![400, 401, 403, 404].includes(status);
}

/** Of every call of the desk: its screens say themselves that the session ended and offer the way back. */
export const deskCall = { whenSignedOut: 'fail' } as const;
