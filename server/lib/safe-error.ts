import { ZodError } from 'zod';
import { fieldsOf } from '#shared/kernel/records.ts';

/** The safe part of an error: never its message, which can quote a query's values, an address or a token. */
export type SafeError = { error: string; reason?: string; meaning?: string; about?: string[]; at?: string[] };

/** Log text of a lost connection: at night the operator has only the code, and no use for a stack. */
const outages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'nothing answers there',
  ENOTFOUND: 'the name is unknown',
  EAI_AGAIN: 'the name server does not answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ENOSPC: 'the disk or the bucket is full',
  '28P01': 'PostgreSQL refuses the password',
  '53100': 'the disk of PostgreSQL is full',
  '57014': 'PostgreSQL ended a query that took too long',
  POOL_TIMEOUT: 'all connections of this process stay busy: DATABASE_POOL_SIZE, or slow queries',
  CONNECT_TIMEOUT: 'nothing answers there',
  CONNECTION_ENDED: 'the connection was cut, or no answer came in time',
  '25006': 'a standby answers there, which only reads',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: look at the clocks',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is of an authority that Node does not know: NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is of an authority that Node does not know: NODE_EXTRA_CA_CERTS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is its own authority: NODE_EXTRA_CA_CERTS',
  '08P01': 'the pooler has no connection to PostgreSQL, or refuses a setting of this one',
  '53300': 'PostgreSQL has no connection left: max_connections',
  '57P01': 'PostgreSQL is being stopped, or somebody ended this session',
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
  const { constraint } = fieldsOf(error);
  if (typeof constraint === 'string') return [constraint];
  return error.cause instanceof Error ? aboutOf(error.cause) : undefined;
}

/** The driver gives these errors no code; each message is a constant of the driver and quotes no query. */
const wordless: Readonly<Record<string, string>> = {
  'timeout exceeded when trying to connect': 'POOL_TIMEOUT',
  'Connection terminated due to connection timeout': 'CONNECT_TIMEOUT',
  'Connection terminated unexpectedly': 'CONNECTION_ENDED',
  'Connection terminated': 'CONNECTION_ENDED',
};

/** The first code along the chain of causes that is not our own: a driver's error hides below what wrapped it. */
function reasonOf(error: Error): string | undefined {
  const code = codeOf(error) ?? wordless[error.message];
  const isRefusal = code !== undefined && /^[a-z_]+$/.test(code);
  if (code !== undefined && !(isRefusal && error.cause instanceof Error)) return code;
  return error.cause instanceof Error ? (reasonOf(error.cause) ?? error.cause.name) : undefined;
}

/** The code of an error of the operating system, a driver or a library; undefined for one that has none. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Converts a thrown value of any type into an error. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Returns null for the error of a missing file; throws any other error. */
export function absentAsNull(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}
