import { z } from 'zod';
import type { ErrorCode } from './error.ts';
import { anyId, type IdSchema } from './fields.ts';
import type { KindInPath } from './ids.ts';
import type { Requirement } from './permission.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `customer` is any live session of a verified, unblocked account; `admin` is a member of the team who has `may`. */
export type Access = 'public' | 'customer' | 'admin';

/** The request limit that counts a call; the limits are in server/http/guards/limits.ts. */
export type LimitClass =
  | 'read'
  | 'quote'
  | 'write'
  | 'signIn'
  | 'code'
  | 'mail'
  | 'money'
  | 'upload'
  | 'admin'
  | 'erasure';

/** Files that a field accepts. The server decides by the content, never by the name; its parser checks a statement. */
export interface FilePart {
  accept: 'image' | 'imageOrPdf' | 'screenshot' | 'document' | 'statement';
  maxCount: number;
}

/**
 * The age of the password in the calling session: `true` is while the session is sure, `recent` within the last five
 * minutes. `sometimes` depends on the input, and the handler requires it.
 */
export type StepUp = true | 'recent' | 'sometimes';

/** Multipart requests: text fields by schema, files by field name. Every file is at most 10 MB. */
export interface FormShape {
  fields: z.ZodType;
  files: Record<string, FilePart>;
}

/** `file` streams bytes, `redirect` answers 302, `empty` answers 204; all else is JSON parsed by the schema. */
export type ResponseShape = z.ZodType | 'file' | 'redirect' | 'empty';

interface EndpointShape {
  method: Method;
  /** Express path of the origin, parameters as `:name`. */
  path: `/${string}`;
  summary: string;
  status?: number;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  form?: FormShape;
  response: ResponseShape;
  /**
   * Every other refusal, beside those of its kind in server/http/refusal-codes.ts. One that is missing is a bug: under
   * test it is answered with 500, in production it is logged.
   */
  errors: readonly ErrorCode[];
  limit: LimitClass;
  /** Takes the header Idempotency-Key: the same key and body give the same answer, another body is refused. */
  idempotent?: true;
  /**
   * Refuses with `step_up_required` unless the password was entered recently, at the sign-in or by POST
   * /api/admin/step-up.
   */
  stepUp?: StepUp;
  /** Answers bytes instead of its response if the query asks for them. */
  mayBeFile?: true;
  /** Responds with a list and X-Total-Count. */
  paged?: true;
  /**
   * May answer 202 with `approvalPending`: the action then waits for a second member of the team. `after`: it is done
   * at once, and a second member confirms it afterwards.
   */
  secondUser?: true | 'after';
  /** True to accept a member who has not yet set up the second factor; every other endpoint refuses them. */
  duringSetup?: true;
}

/** An endpoint of the administration declares the permission that it requires; `member` admits the whole team. */
export type Endpoint = EndpointShape &
  ({ access: Exclude<Access, 'admin'>; may?: never } | { access: 'admin'; may: Requirement });

/** Who may call an endpoint, in one word: `public`, `customer`, or the requirement of the administration's. */
export type CallerOf<E extends Endpoint> = E extends { access: 'admin' } ? E['may'] : E['access'];

/** Parts that a declaration may leave out: they follow from the method, the path or `may`. */
export interface ImpliedByCall<Call extends string, D> {
  method: Call extends `${infer M extends Method} ${string}` ? M : never;
  path: Call extends `${string} ${infer P extends `/${string}`}` ? P : never;
  access: D extends { access: Access } ? D['access'] : 'admin';
  limit: LimitClass;
  errors: readonly ErrorCode[];
  params: D extends { params: z.ZodType }
    ? D['params']
    : [KindInPath<Call>] extends [never]
      ? undefined
      : z.ZodObject<{ id: IdSchema<KindInPath<Call>> }>;
}
export type Declaration = Partial<Omit<EndpointShape, 'method' | 'path'>> &
  Pick<EndpointShape, 'summary' | 'response'> &
  ({ access: Exclude<Access, 'admin'>; may?: never } | { may: Requirement });

const idParams = z.object({ id: anyId });

/**
 * Declares one call of the API, such as `GET /api/coins`, for server, client, documentation and tests. With `may` it is
 * the administration's; `:id` is the id of a row of the kind that the noun before it names. `limit` is `read` for GET, else `admin` or `write`.
 */
export function endpoint<const Call extends `${Method} /${string}`, const D extends Declaration>(
  call: Call,
  declaration: D,
): D & ImpliedByCall<Call, D>;
export function endpoint<const E extends Endpoint>(declaration: E): E;
export function endpoint(call: string | Endpoint, declaration?: Declaration) {
  if (typeof call !== 'string' || !declaration) return call;
  const [method, path = '/'] = call.split(' ');
  const limit = method === 'GET' ? 'read' : 'may' in declaration ? 'admin' : 'write';
  const params = /\/:id(\/|$)/.test(path) ? idParams : undefined;
  return { access: 'admin', limit, errors: [], params, ...declaration, method, path };
}

type ParsedInput<S> = S extends z.ZodType ? z.output<S> : undefined;
type SentInput<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The parsed parts of a request that a handler receives. */
export type ParamsOf<E extends Endpoint> = ParsedInput<E['params']>;
export type QueryOf<E extends Endpoint> = ParsedInput<E['query']>;
export type BodyOf<E extends Endpoint> = E['form'] extends FormShape
  ? z.output<E['form']['fields']>
  : ParsedInput<E['body']>;
export type FileFieldsOf<E extends Endpoint> = E['form'] extends FormShape ? keyof E['form']['files'] & string : never;
export type ResultOf<E extends Endpoint> = E['response'] extends z.ZodType ? z.input<E['response']> : unknown;

/** The types that a browser sends and receives; `Bytes` is the type of a file there. */
export interface CallOf<E extends Endpoint, Bytes = unknown> {
  params: SentInput<E['params']>;
  query: SentInput<E['query']>;
  body: SentInput<E['body']>;
  form: E['form'] extends FormShape
    ? {
        fields: z.input<E['form']['fields']>;
        files: Partial<Record<keyof E['form']['files'] & string, Bytes | readonly Bytes[]>>;
      }
    : undefined;
  output: E['response'] extends z.ZodType ? z.output<E['response']> : undefined;
  /** The shape of the answer: a list with its total, bytes, or JSON. */
  shape: E extends { paged: true } ? 'page' : E extends { response: 'file' } ? 'file' : 'value';
}
