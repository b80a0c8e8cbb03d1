import { CallError } from './call.ts';

const maxRetries = 3;

/** True for a transient error, up to three times; an ended session and a refusal fail at once. */
export function shouldRetry(failures: number, error: Error): boolean {
  const { status } = error instanceof CallError ? error : { status: 0 };
  return failures < maxRetries && ![400, 401, 403, 404].includes(status);
}

/** Options of an administration query whose route is not only for admins, such as that of a file. */
export const adminQuery = { whenSignedOut: 'fail', retry: shouldRetry } as const;
