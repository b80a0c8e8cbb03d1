import { ZodError } from 'zod';

/** What the log keeps of an error. */
export type ErrorFacts = {
  type: string;
  message?: string;
  code?: string;
  table?: string;
  constraint?: string;
  paths?: string[];
  stack?: string;
  cause?: ErrorFacts;
};

const databaseErrors = new Set(['DatabaseError', 'error', 'DrizzleQueryError', 'Error: Failed query']);
/** Their messages quote what was sent. */
const quotingErrors = new Set(['SyntaxError', ...databaseErrors]);

/**
 * An error as the log may show it. Messages of the database and of parsers quote the values they were given, which
 * may be anybody's name or account number: of those only the kind, the code and the place are kept.
 */
export function describeError(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown };
  const type = error.constructor.name;
  return {
    type,
    message:
      error instanceof ZodError || quotingErrors.has(type) || quotingErrors.has(error.name) ? undefined : error.message,
    code: textOf(code),
    table: textOf(table),
    constraint: textOf(constraint),
    paths:
      error instanceof ZodError ? error.issues.map(({ path, code: kind }) => `${path.join('.')}: ${kind}`) : undefined,
    stack: framesOf(error),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}

/** The stack begins with the message, which may span lines: only the frames are kept. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
