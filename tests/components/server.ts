import { expect } from 'vitest';
import { z } from 'zod';
import { errorBody, type RefusalReason } from '#server/lib/refusal.ts';
import { endpointsByFeature, type Api } from '#shared/api.ts';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import { errorStatus, type ErrorCode } from '#shared/kernel/error.ts';

type Route = keyof Api;

/** Refusal of the fake server; `data` are the values of the code beside its reason. */
export class Refused {
  readonly code: ErrorCode;
  readonly body: object;
  constructor(code: ErrorCode, reason: RefusalReason, fields?: Record<string, RefusalReason>, data: object = {}) {
    this.code = code;
    this.body = { ...data, ...errorBody(code, reason, fields) };
  }
}

/** One page of a longer list. */
export class Page<Items> {
  readonly items: Items;
  readonly total: number;
  constructor(items: Items, total: number) {
    this.items = items;
    this.total = total;
  }
}

/** Request of a screen, parsed by the contract. */
export interface SentCall {
  /** The called path, such as `/api/admin/users/4`. */
  path: string;
  query: unknown;
  body: unknown;
  files: Record<string, File[]>;
  /** Equal for every attempt of one submission. */
  idempotencyKey: string | null;
}

type Result<R extends Route> = Api[R]['output'] | Page<Api[R]['output']> | Refused | Response;
/** One answer for every call, or a function of each; a Response simulates an intermediary such as a proxy. */
type Answer<R extends Route> = Result<R> | ((sent: SentCall) => Result<R> | Promise<Result<R>>);
/** Answers by route. An answer that its contract does not allow does not compile, or throws if it is computed. */
export type Answers = { [R in Route]?: Answer<R> };

const endpoints = endpointsByFeature.flatMap(({ endpoints: declaredEndpoints }) => declaredEndpoints);
const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

function endpointOf(method: string, path: string): Endpoint {
  const exactEndpoint = endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path);
  const match =
    exactEndpoint ?? endpoints.find((endpoint) => endpoint.method === method && patternOf(endpoint).test(path));
  if (!match) throw new Error(`No contract has ${method} ${path}.`);
  return match;
}

/** Every call must match its contract: a screen that sends anything else has a defect. */
function readSent(endpoint: Endpoint, url: URL, { body, headers }: RequestInit): SentCall {
  const query = endpoint.query?.parse(queryOf(url));
  const commonParts = { path: url.pathname, query, idempotencyKey: new Headers(headers).get('Idempotency-Key') };
  if (!(body instanceof FormData)) {
    const json: unknown = typeof body === 'string' && body ? JSON.parse(body) : {};
    return { ...commonParts, body: endpoint.body?.parse(json), files: {} };
  }
  const entries = [...body.entries()];
  const fields = entries.filter(([, value]) => typeof value === 'string');
  const files: SentCall['files'] = {};
  for (const [name, value] of entries) if (typeof value !== 'string') (files[name] ??= []).push(value);
  return { ...commonParts, body: endpoint.form?.fields.parse(Object.fromEntries(fields)), files };
}

/** A repeated name is a list. */
function queryOf({ searchParams }: URL): Record<string, string | string[] | undefined> {
  const queryEntries = [...searchParams.keys()].map((name) => [name, searchParams.getAll(name)] as const);
  return Object.fromEntries(queryEntries.map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
}

function responseOf(endpoint: Endpoint, result: unknown): Response {
  if (result instanceof Response) return result;
  if (result instanceof Refused) return Response.json(result.body, { status: errorStatus[result.code] });
  if (!(endpoint.response instanceof z.ZodType)) return new Response(null, { status: 204 });
  const allowed: unknown = endpoint.response.parse(result instanceof Page ? result.items : result);
  const total = result instanceof Page ? result.total : Array.isArray(allowed) && allowed.length;
  const headers = endpoint.paged && total !== false ? { 'X-Total-Count': String(total) } : undefined;
  return Response.json(allowed, { status: endpoint.status ?? 200, ...(headers && { headers }) });
}

/** Fake of the request that sends files; it reports no progress before the answer. */
function xhrOf(send: typeof fetch) {
  return class {
    responseType = '';
    response: Blob | undefined;
    status = 0;
    statusText = '';
    upload = { onprogress: undefined };
    onload = () => undefined as void;
    onerror = () => undefined as void;
    onabort = () => undefined as void;
    #target = { method: '', url: '' };
    #headers = new Headers();
    #answered = new Headers();
    open(method: string, url: string) {
      this.#target = { method, url };
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value);
    }
    getAllResponseHeaders() {
      return [...this.#answered].map(([name, value]) => `${name}: ${value}`).join('\r\n');
    }
    abort() {
      this.onabort();
    }
    send(body: FormData | string | null) {
      const { method, url } = this.#target;
      const answerCall = async () => {
        const answer = await send(url, { method, headers: this.#headers, body });
        this.response = await answer.blob();
        [this.status, this.statusText, this.#answered] = [answer.status, answer.statusText, answer.headers];
        this.onload();
      };
      answerCall().catch(() => this.onerror());
    }
  };
}

/** A server in memory that speaks the contracts. */
export interface FakeServer {
  /** Requests of a route so far. */
  sent: (route: Route) => SentCall[];
  /** Replaces answers from now on. */
  answer: (answers: Answers) => void;
  /** Calls without an answer, or outside of their contract. */
  faults: string[];
  /** Replaces the network; returns a function that restores it. */
  install: () => () => void;
}

/** No answer reaches the screen, as on a lost connection. */
export class Lost extends Error {}

export function fakeServer(initial: Answers): FakeServer {
  const answers: Record<string, unknown> = { ...initial };
  const calls: { route: string; sent: SentCall }[] = [];
  const faults: string[] = [];
  const handle = async (url: URL, init: RequestInit = {}): Promise<Response> => {
    const endpoint = endpointOf(init.method ?? 'GET', url.pathname);
    const route = `${endpoint.method} ${endpoint.path}`;
    const call = readSent(endpoint, url, init);
    calls.push({ route, sent: call });
    if (!(route in answers)) throw new Error(`${route} has no answer.`);
    const answer = answers[route];
    return responseOf(
      endpoint,
      typeof answer === 'function' ? await (answer as (was: SentCall) => unknown)(call) : answer,
    );
  };
  const answerCall: typeof fetch = async (input, init) => {
    try {
      return await handle(new URL(input instanceof Request ? input.url : input, 'http://localhost'), init);
    } catch (error) {
      if (!(error instanceof Lost)) faults.push(error instanceof Error ? error.message : String(error));
      throw new TypeError('no answer', { cause: error });
    }
  };
  return {
    install: () => {
      const { fetch: realFetch, XMLHttpRequest: realXhr } = globalThis;
      Object.assign(globalThis, { fetch: answerCall, XMLHttpRequest: xhrOf(answerCall) });
      return () => void Object.assign(globalThis, { fetch: realFetch, XMLHttpRequest: realXhr });
    },
    sent: (route) => calls.filter((call) => call.route === route).map(({ sent }) => sent),
    answer: (moreAnswers) => void Object.assign(answers, moreAnswers),
    faults,
  };
}

/** The test fails if a screen made a call without an answer, or outside of its contract. */
export function expectNoFaults({ faults }: FakeServer): void {
  expect(faults, 'calls without an answer, or against their contract').toEqual([]);
}
