import { errorStatus, type ErrorBody, type ErrorCode } from '#shared/kernel/error.ts';

/** The codes that are answered with this status, so that a refusal cannot carry a code of another one. */
export type CodeOf<Status extends number> = {
  [Code in ErrorCode]: (typeof errorStatus)[Code] extends Status ? Code : never;
}[ErrorCode];

/** What stands in the answer beside message and code: `fields` names inputs to mend, the rest is data of the code. */
export type RefusalExtra = { fields?: Record<string, string>; [name: string]: unknown };

/**
 * A refusal we meant, thrown anywhere below a route and answered once, in errors.ts. The message is shown to the
 * caller, so nothing internal may stand in it. Anything thrown that is not a Refusal is our bug and answers 500.
 */
export abstract class Refusal<Status extends number = number> extends Error {
  readonly code: ErrorCode;
  readonly extra: RefusalExtra;
  readonly headers: Record<string, string>;

  constructor(code: CodeOf<Status>, message: string, extra: RefusalExtra = {}, headers: Record<string, string> = {}) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.extra = extra;
    this.headers = headers;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  /** The JSON body of the answer. */
  toBody(): ErrorBody {
    return { ...this.extra, message: this.message, code: this.code };
  }
}

/** 400: the request itself is wrong; mend the fields and send it again. */
export class Invalid extends Refusal<400> {}

/** 401: nobody is signed in with what was sent. */
export class SignedOut extends Refusal<401> {
  constructor(message: string, code: CodeOf<401> = 'signed_out', extra?: RefusalExtra) {
    super(code, message, extra);
  }
}

/** 403: known, but not allowed. For rows of somebody else use NotFound. */
export class Forbidden extends Refusal<403> {}

/** 404. A stranger's row and no row at all must look the same from outside. */
export class NotFound extends Refusal<404> {
  constructor(what: string) {
    super('not_found', `This ${what} does not exist.`);
  }
}

/** 405: the path exists, this method does not. */
export class MethodNotAllowed extends Refusal<405> {
  constructor(allowed: readonly string[]) {
    const list = allowed.join(', ');
    super('method_not_allowed', `This address answers ${list} only.`, {}, { Allow: list });
  }
}

/** 409: true when it was sent, but the world has moved on. */
export class Conflict extends Refusal<409> {}

/** 413: too many bytes; the rest of the request is not read. */
export class TooLarge extends Refusal<413> {}

/** 415: bytes of a kind this address does not take. */
export class UnsupportedType extends Refusal<415> {}

/** 422: well formed, but a rule of the trade says no. */
export class Unprocessable extends Refusal<422> {}

/** 429, with Retry-After in whole seconds. */
export class TooMany extends Refusal<429> {
  constructor(retryAfterSeconds: number, message?: string, extra: RefusalExtra = {}) {
    const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
    super(
      'too_many_requests',
      message ?? waitText(seconds),
      { ...extra, retryAfterSeconds: seconds },
      { 'Retry-After': String(seconds) },
    );
  }
}

function waitText(seconds: number): string {
  if (seconds < 120) return `Too many attempts. Please try again in ${seconds} seconds.`;
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts. Please try again in ${minutes} minutes.`;
}

/** 503, with Retry-After: something the product leans on does not answer right now. */
export class Unavailable extends Refusal<503> {
  constructor(message = 'The service is busy right now. Please try again in a moment.', retryAfterSeconds = 5) {
    super('unavailable', message, {}, { 'Retry-After': String(retryAfterSeconds) });
  }
}

/** 507: the disk or bucket takes no more bytes. */
export class StorageFull extends Refusal<507> {
  constructor() {
    super('storage_full', 'Files cannot be stored at the moment. Please try again later.');
  }
}
