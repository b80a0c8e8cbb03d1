import type { DatabaseError } from 'pg';

type PgLikeError = Error & { code?: string; constraint?: string; syscall?: string };

const brokenSockets = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
// Class 08 is a connection error; 57P0x is a server stopping or starting; 53300 is one that is full.
const brokenStates = /^(08...|57P0[1-5]|53300|25P03)$/;
const brokenMessages =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|not queryable/;

/** True when the connection can no longer be trusted (server gone, frozen or restarting). */
export function isConnectionBroken(error: unknown): boolean {
  return causes(error).some(
    ({ code = '', message, syscall }) =>
      brokenSockets.has(code) ||
      brokenStates.test(code) ||
      brokenMessages.test(message) ||
      // The server's own socket is missing until it starts; any other missing file, such as a certificate, stays so.
      (code === 'ENOENT' && syscall === 'connect'),
  );
}

/** True when the database is unavailable right now, so the caller should get 503 and retry. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const statementTimeout = '57014';
  return isConnectionBroken(error) || causes(error).some(({ code }) => code === statementTimeout);
}

/** True when a statement waited for a lock for longer than `limitLockWait` lets it. */
export function isLockTimeout(error: unknown): boolean {
  return causes(error).some(({ code }) => code === '55P03');
}

/**
 * True when PostgreSQL ended a transaction for the sake of another one (deadlock, serialization): it may be run again.
 */
export function isOvertaken(error: unknown): boolean {
  const retryCodes = new Set(['40P01', '40001']);
  return causes(error).some(({ code = '' }) => retryCodes.has(code));
}

/** True when a unique index refused the row; name the constraint where a table has several. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const uniqueViolation = '23505';
  return causes(error).some(
    (cause) => cause.code === uniqueViolation && (constraint === undefined || cause.constraint === constraint),
  );
}

/** True when a foreign key refused the change: something still points at the row. */
export function isForeignKeyViolation(error: unknown): boolean {
  return causes(error).some(({ code }) => code === '23503');
}

/** True when PostgreSQL could not take a value as text, number or id (NUL bytes, overflow): the caller sent it. */
export function isInvalidValue(error: unknown): boolean {
  const unusable = new Set(['22021', '22P02', '22P05', '22003', '22007', '22008']);
  return causes(error).some(({ code = '' }) => unusable.has(code));
}

/** True when the disk under PostgreSQL is full. */
export function isDiskFull(error: unknown): boolean {
  return causes(error).some(({ code }) => code === '53100');
}

/** Hints by the code of an error, where PostgreSQL's message does not name the setting at fault. */
const hints: Readonly<Record<string, string>> = {
  42501:
    ' The role of MIGRATION_DATABASE_URL, or else of DATABASE_URL, must own the database and its tables: alter database … owner to …',
  25006:
    ' DATABASE_URL leads to a standby, which only reads: name the address that follows the primary, or promote this one.',
};

/** Returns the answer of PostgreSQL as a sentence for the operator, with the setting that the code points to. */
export function answerOf({ message, code = '' }: Pick<DatabaseError, 'message' | 'code'>): string {
  return `${message} (${code}).${hints[code] ?? ''}`;
}

/** Drizzle wraps what `pg` throws, so the code is somewhere along the chain of causes. */
function causes(error: unknown): PgLikeError[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}
