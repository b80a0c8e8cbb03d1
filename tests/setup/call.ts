import { Agent } from 'node:http';
import supertest from 'supertest';

/** A file of a browser's form. */
export type SentFile = { bytes: Uint8Array; name: string; type?: string };
/** The fields of a browser's form: texts, files, and several files under one name; undefined fields are left out. */
type SentForm = Record<string, string | SentFile | readonly SentFile[] | undefined>;
type CallOptions = {
  token?: string;
  json?: unknown;
  raw?: string;
  form?: SentForm;
  /** The header with which a call is repeated. */
  key?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};
type CallResponse = { status: number; headers: Headers; body: Record<string, unknown> };
export type Call = (method: string, path: string, sent?: CallOptions) => Promise<CallResponse>;

function formOf(fields: SentForm): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    for (const part of Array.isArray(value) ? (value as SentFile[]) : [value as string | SentFile | undefined]) {
      if (typeof part === 'string') form.append(field, part);
      else if (part) form.append(field, new Blob([new Uint8Array(part.bytes)], { type: part.type }), part.name);
    }
  }
  return form;
}

/** Outcome of a call: its status, and its code for a refusal. */
export const outcomeOf = ({ status, body }: CallResponse): [number, unknown] => [status, body.code];

/**
 * Connections stay open between calls, as those of a browser do: a server that refuses an upload reads it to its end.
 * If it hangs up in the middle instead, Node counts the answered request as finished, takes its own listener off the
 * connection and only then lets it report the error, which would end the process. A call that still waits for an answer
 * learns of the error from its request.
 */
class Connections extends Agent {
  override createConnection(...args: Parameters<Agent['createConnection']>) {
    return super.createConnection(...args)?.on('error', () => undefined);
  }
}
/** Node closes an idle connection a second before the server does, but only if it has a limit itself. */
const agent = new Connections({ keepAlive: true, timeout: 5_000 });

/** The body of a call and its type, a form as a browser encodes it; undefined where nothing is sent. */
async function contentOf({
  raw,
  form,
  json,
}: CallOptions): Promise<{ type: string; data: string | Buffer } | undefined> {
  if (raw !== undefined) return { type: 'text/plain;charset=UTF-8', data: raw };
  if (form) {
    const encoded = new Response(formOf(form));
    return { type: encoded.headers.get('content-type') ?? '', data: Buffer.from(await encoded.arrayBuffer()) };
  }
  return json === undefined ? undefined : { type: 'application/json', data: JSON.stringify(json) };
}

/** Waits for the answer, or until the signal aborts the call: then the signal's reason is thrown. */
async function answerTo(request: supertest.Test, signal: AbortSignal | undefined): Promise<supertest.Response> {
  signal?.throwIfAborted();
  const giveUp = () => void request.abort();
  signal?.addEventListener('abort', giveUp);
  try {
    return await request;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Calls a served app over HTTP; JSON responses are parsed, others stay text. */
export function callerOf(url: string): Call {
  return async (method, path, options = {}) => {
    const content = await contentOf(options);
    const request = new supertest.Test(url, method, path).agent(agent).responseType('arraybuffer');
    if (options.token) request.set('Authorization', `Bearer ${options.token}`);
    if (options.key) request.set('Idempotency-Key', options.key);
    if (content) request.type(content.type);
    request.set(options.headers ?? {}).send(content?.data);
    const response = await answerTo(request, options.signal);
    const responseHeaders: Record<string, string | string[]> = response.headers;
    const headers = new Headers();
    for (const [name, values] of Object.entries(responseHeaders)) {
      for (const value of [values].flat()) headers.append(name, value);
    }
    // An answer to HEAD has no bytes.
    const bytes: unknown = response.body;
    const text = Buffer.isBuffer(bytes) ? new TextDecoder().decode(bytes) : '';
    const isJson = text !== '' && (headers.get('content-type') ?? '').startsWith('application/json');
    const body = (isJson ? JSON.parse(text) : text) as Record<string, unknown>;
    return { status: response.status, headers, body };
  };
}
