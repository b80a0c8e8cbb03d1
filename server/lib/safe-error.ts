import { ZodError } from 'zod';

/** The safe part of an error: never its message, which can quote a query's values, an address or a token. */
export type SafeError = { error: string; reason?: string; meaning?: string; about?: string[]; at?: string[] };

/** What a lost connection is called in a log: the operator has only the code at night, and no use for a stack. */
const outages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'nothing answers there',
  ENOTFOUND: 'the name is unknown',
  EAI_AGAIN: 'the name server does not answer',
  '08P01': 'the pooler has no connection to PostgreSQL',
  '53300': 'PostgreSQL has no connection left: max_connections',
  '57P01': 'PostgreSQL is being stopped',
  '57P02': 'a process of PostgreSQL crashed',
  '57P03': 'PostgreSQL is starting or stopping',
};

/** Names an error by its class, its code and where it was thrown, for logs and job rows. */
export function describeError(error: unknown): SafeError {
  if (!(error instanceof Error)) return { error: typeof error };
  const reason = reasonOf(error);
  const meaning = outages[reason ?? ''];
  if (meaning) return { error: error.name, reason, meaning };
  const at = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  return { error: error.name, reason, about: aboutOf(error), at };
}

/** The database constraint or schema paths involved: our own names, never user data. */
function aboutOf(error: Error): string[] | undefined {
  if (error instanceof ZodError) return error.issues.map(({ path, code }) => `${path.join('.')} ${code}`);
  const { constraint } = error as { constraint?: unknown };
  if (typeof constraint === 'string') return [constraint];
  return error.cause instanceof Error ? aboutOf(error.cause) : undefined;
}

/** The first code along the chain of causes: a driver's error hides below the library that wrapped it. */
function reasonOf(error: Error): string | undefined {
  const code = codeOf(error);
  if (code !== undefined) return code;
  return error.cause instanceof Error ? (reasonOf(error.cause) ?? error.cause.name) : undefined;
}

/** The code of an error of the operating system, a driver or a library; undefined for one that has none. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : undefined;
}
