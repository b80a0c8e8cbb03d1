import type { ErrorBody, ErrorCode } from '#shared/kernel/error.ts';

/** Codes of failures that no server answered. */
export type LocalCode = 'offline' | 'timeout' | 'unreadable';

/**
 * A call that did not work. `message` is fit to be shown; `fields` names inputs to mend; `data` is the whole
 * answer, for refusals that carry a right value (a new quote, a new rate). Status 0 means no answer came.
 */
export class CallError extends Error {
  readonly status: number;
  readonly code: ErrorCode | LocalCode;
  readonly fields: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>>;
  /** Seconds to wait, where the server named them. */
  readonly retryAfterS: number | undefined;

  constructor(
    status: number,
    code: ErrorCode | LocalCode,
    message: string,
    data: Record<string, unknown> = {},
    retryAfterS?: number,
  ) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.data = data;
    this.fields = textsOf(data['fields']);
    this.retryAfterS = retryAfterS;
  }
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Whether a body is the error shape every refusal has. */
export function isErrorBody(value: unknown): value is ErrorBody {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string' &&
    'code' in value
  );
}

/** Whether an error is a refusal with this code. */
export function hasCode(error: unknown, code: ErrorCode | LocalCode): error is CallError {
  return error instanceof CallError && error.code === code;
}
