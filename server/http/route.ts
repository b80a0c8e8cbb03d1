import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Router } from 'express';
import type { z } from 'zod';
import type { BodyOf, CallerOf, Endpoint, FileFieldsOf, ParamsOf, QueryOf, ResultOf } from '#shared/kernel/endpoint.ts';
import { refusalOf } from './errors.ts';
import type { Actor } from './guards/actor.ts';
import { callNameOf, PendingApproval, type Call, type Calls, type CarryOut } from './guards/four-eyes.ts';
import { admit, countAccount, assertPermission, type GuardDeps } from './guards/guard.ts';
import * as idempotent from './guards/idempotency.ts';
import { refusalCodesOf, type OnUndeclared } from './refusal-codes.ts';
import { Reply, sendAnswer, serializeAnswer, type FileAnswer, type JsonText, type NotModified } from './reply.ts';
import { parseSent, queryOf, readJsonBody, RequestInfo, type RoutedRequest } from './request.ts';
import { formReader, withStaging, type StagedFile } from './uploads.ts';

/** Arguments of a handler: everything parsed and checked, nothing of Express. */
export type Input<E extends Endpoint> = {
  actor: E['access'] extends 'public' ? Actor | null : Actor;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  files: Record<FileFieldsOf<E>, StagedFile[]>;
  request: RequestInfo;
  reply: Reply;
  /** Present only if the contract declares that the action may wait for a second member. */
  call: E extends { secondUser: true | 'after' } ? Call : never;
  /** Present only if the contract is idempotent: stores the write and its answer together. */
  idempotency: E extends { idempotent: true } ? idempotent.Idempotency<ResultOf<E> | JsonText | Pending<E>> : never;
};

/** Return value of a handler: an outcome where the contract is idempotent, else by the kind of answer it declares. */
export type Answer<E extends Endpoint> = E extends { idempotent: true }
  ? idempotent.Outcome<ResultOf<E> | JsonText | Pending<E>>
  : PlainAnswer<E> | Pending<E>;

/** The answer of an action that may wait for a second member. */
type Pending<E extends Endpoint> = E extends { secondUser: true } ? PendingApproval : never;

type PlainAnswer<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.input<E['response']> | JsonText | NotModified | (E extends { mayBeFile: true } ? FileAnswer : never)
  : E['response'] extends 'file'
    ? FileAnswer | NotModified
    : E['response'] extends 'redirect'
      ? string
      : void;

export type Handler<E extends Endpoint> = (input: Input<E>) => Promise<Answer<E>> | Answer<E>;

/** Keys of an answer, or of the rows of a list, that its contract does not declare. */
type UndeclaredKeys<Result, Declared> = Result extends readonly (infer Row)[]
  ? Declared extends readonly (infer DeclaredRow)[]
    ? UndeclaredKeys<Row, DeclaredRow>
    : never
  : Result extends JsonText | FileAnswer | NotModified | PendingApproval | string | number | boolean | null | undefined
    ? never
    : Exclude<keyof Result, Declared extends unknown ? keyof Declared : never>;

type ResultOfHandler<H> = H extends (...input: never[]) => infer Result
  ? Awaited<Result> extends idempotent.Outcome<infer Stored>
    ? Stored
    : Awaited<Result>
  : never;

/**
 * Refuses a handler whose answer, or whose rows, have keys that the contract does not declare. The compiler does not
 * compare the keys of what a function returns, and the contract would drop a password hash in silence.
 */
type Exact<E extends Endpoint, H> = E['response'] extends z.ZodType
  ? [UndeclaredKeys<ResultOfHandler<H>, z.input<E['response']>>] extends [never]
    ? unknown
    : { 'the contract does not declare': UndeclaredKeys<ResultOfHandler<H>, z.input<E['response']>> }
  : unknown;

/** Ports that mounting an endpoint takes from the composition root. */
export type RouteDeps = GuardDeps &
  idempotent.IdempotencyDeps & { uploadsDir: string; calls: Calls; onUndeclared: OnUndeclared };

const mountedOn = new WeakMap<Router, Endpoint[]>();

/** The endpoints mounted on a router, in order: 404, 405 and the tests read them. */
export const endpointsOf = (router: Router): readonly Endpoint[] => mountedOn.get(router) ?? [];

/** Mounts one endpoint on the router it belongs to. */
export type MountRoute = ReturnType<typeof createRoutes>['route'];

/** A router, and `route`, which mounts one endpoint on it and names who may call it. */
export function createRoutes(deps: RouteDeps) {
  const router = Router();
  return {
    router,
    /** `_caller` is for the reader of the routes; the contract decides, and the compiler refuses another one. */
    route: <const E extends Endpoint, H extends Handler<E>>(
      endpoint: E,
      _caller: CallerOf<E>,
      handler: H & Exact<E, H>,
    ) => route(router, deps, endpoint, handler),
  };
}

/**
 * Mounts one endpoint: its contract declares method, path, who may call, how often, input and output; `handler` does
 * the work. Path of a request: caller, access, limit, parse, handler, answer parsed by the contract.
 */
export function route<const E extends Endpoint, H extends Handler<E>>(
  router: Router,
  deps: RouteDeps,
  endpoint: E,
  handler: H & Exact<E, H>,
): void {
  if (endpoint.idempotent && endpoint.access === 'public') throw new Error(`${endpoint.path}: keys belong to accounts`);
  // The pipeline gives each request its id before a route reads it.
  const folderOf = (request: IncomingMessage) => join(deps.uploadsDir, (request as RoutedRequest).id);
  const readBody = bodyReader(endpoint, folderOf);

  async function serve(request: RoutedRequest, response: ServerResponse): Promise<void> {
    const actor = await admit(deps, endpoint, request);
    // The log line of the request names it.
    if (actor) request.userId = actor.userId;
    const sentRequest = await readRequest(endpoint, request, () => readBody(request, response));
    await countAccount(deps, endpoint, request, actor, sentRequest.body);

    response.statusCode = endpoint.status ?? 200;
    const requestInfo = new RequestInfo(request, deps.env.trustProxy);
    const reply = new Reply(request, response);
    const call = endpoint.secondUser && {
      name: callNameOf(endpoint),
      params: sentRequest.params,
      body: sentRequest.body,
    };
    // Input<E> is derived from the schemas that read this request.
    const handle = async (idempotency?: idempotent.Idempotency<unknown>): Promise<unknown> =>
      handler({ ...sentRequest, actor, request: requestInfo, reply, call, idempotency } as unknown as Input<E>);
    if (!endpoint.idempotent) return sendAnswer(request, response, endpoint, await handle(), actor?.masks);

    const serialize = (result: unknown) => ({
      status: result instanceof PendingApproval ? 202 : response.statusCode,
      answer: serializeAnswer(endpoint, result, actor?.masks),
    });
    const ticket = idempotent.ticketOf(endpoint, actor?.userId ?? '', requestInfo.idempotencyKey, sentRequest);
    const answer = ticket
      ? idempotent.answerWithKey(deps, ticket, serialize, handle)
      : handle(idempotent.withoutKey(deps, serialize));
    return sendAnswer(request, response, endpoint, await answer);
  }

  const serveStaged = (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    // The pipeline has set the id of the request.
    const request = incoming as RoutedRequest;
    if (!endpoint.form) return withDeclaredCodes(deps, endpoint, serve(request, response));
    return withStaging(folderOf(request), () => withDeclaredCodes(deps, endpoint, serve(request, response)));
  };
  /**
   * The stored call is parsed once more, and needs what its asker may do now; of a form, the files are stored already.
   */
  const carryOut: CarryOut = async (actor, call, request) => {
    if (endpoint.access === 'admin') assertPermission(actor, endpoint.may);
    const params = endpoint.params && parseSent(endpoint.params, call.params);
    const schema = endpoint.form?.fields ?? endpoint.body;
    const body = schema && parseSent(schema, call.body);
    const files = Object.fromEntries(Object.keys(endpoint.form?.files ?? {}).map((field) => [field, []]));
    const serialize = (result: unknown) => ({ status: 200, answer: serializeAnswer(endpoint, result, actor.masks) });
    const idempotency = endpoint.idempotent && idempotent.withoutKey(deps, serialize);
    // Input<E> is derived from the schemas that read the call.
    return handler({
      params,
      body,
      files,
      actor,
      request,
      call: { ...call, params, body },
      idempotency,
    } as unknown as Input<E>);
  };
  if (endpoint.secondUser) deps.calls.set(callNameOf(endpoint), { carryOut, stepUp: endpoint.stepUp });
  mountedOn.set(router, [...endpointsOf(router), endpoint]);
  router[verbs[endpoint.method]](endpoint.path, serveStaged);
}

/** Reports a refusal that the contract does not declare, before it is answered. */
async function withDeclaredCodes(deps: RouteDeps, endpoint: Endpoint, served: Promise<void>): Promise<void> {
  try {
    await served;
  } catch (error) {
    const code = refusalOf(error)?.code;
    if (code && !refusalCodesOf(endpoint).has(code)) deps.onUndeclared(endpoint, code);
    throw error;
  }
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

type Sent = { body?: unknown; files: Record<string, StagedFile[]> };

/** The reader and parser of this endpoint's body: a form, JSON, or none. */
function bodyReader({ form, body }: Endpoint, folderOf: (request: IncomingMessage) => string) {
  const readForm = form && formReader(form, folderOf);
  return async (request: RoutedRequest, response: ServerResponse): Promise<Sent> => {
    if (form && readForm) {
      const { fields, files } = await readForm(request, response);
      return { body: parseSent(form.fields, fields), files };
    }
    return { body: body && parseSent(body, await readJsonBody(request, response)), files: {} };
  };
}

/** Path and query first: they cost nothing, a body may be long. */
async function readRequest({ params, query }: Endpoint, request: RoutedRequest, readBody: () => Promise<Sent>) {
  return {
    params: params && parseSent(params, request.params),
    query: query && parseSent(query, queryOf(request)),
    ...(await readBody()),
  };
}
