import type { ErrorBody, ErrorCode } from '#shared/kernel/error.ts';
import type { Params, Reason } from '#shared/kernel/reason.ts';
import type { ErrorText } from '../i18n/errors.ts';

/**
 * Codes of failures without an answer of the server, and of an action that now waits for a second member of the team.
 */
export type LocalCode = 'offline' | 'timeout' | 'unreadable' | 'approval_pending';

/**
 * A failed call. useErrorText renders `reason` with `params`; without them `message` is in the reader's language.
 * `fields` names inputs to correct, `data` is the whole body. Status 0: no response.
 */
export class CallError extends Error {
  readonly status: number;
  readonly code: ErrorCode | LocalCode;
  readonly reason: Reason | undefined;
  readonly params: Params | undefined;
  readonly fields: Readonly<Record<string, ErrorText>>;
  readonly data: Readonly<Record<string, unknown>>;
  /** Seconds to wait, if the server named them. */
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
    // The answer of a proxy may have none of these fields.
    const body = data as Partial<ErrorBody>;
    this.reason = body.reason;
    this.params = body.params;
    this.fields = fieldsOf(body);
    this.retryAfterS = retryAfterS;
  }
}

function fieldsOf({ fields = {}, fieldErrors = {} }: Partial<ErrorBody>): Record<string, ErrorText> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [path, { ...fieldErrors[path], message }] as const),
  );
}

/** True for an answer with a message and a code, as the server sends with every refusal. */
export function isErrorBody(value: unknown): value is ErrorBody {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string' &&
    'code' in value
  );
}

/** True if the response came from an intermediary such as a proxy: its text does not help a customer. */
export function isUnexplained(error: unknown): error is CallError {
  return error instanceof CallError && error.status >= 400 && error.reason === undefined && 'statusText' in error.data;
}

/** True for an error of a call with this code. */
export function hasCode(error: unknown, code: ErrorCode | LocalCode): error is CallError {
  return error instanceof CallError && error.code === code;
}
