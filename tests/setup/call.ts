import { Agent, type IncomingMessage } from 'node:http';
import supertest from 'supertest';

/** A file of a browser's form. */
export type SentFile = { bytes: Uint8Array; name: string; type?: string };
/** The fields of a browser's form: texts, files, and several files under one name; what is undefined is left out. */
type SentForm = Record<string, string | SentFile | readonly SentFile[] | undefined>;
type Sent = {
  token?: string;
  json?: unknown;
  raw?: string;
  form?: SentForm;
  /** The header with which a call is repeated. */
  key?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};
type Answered = { status: number; headers: Headers; body: Record<string, unknown> };
export type Call = (method: string, path: string, sent?: Sent) => Promise<Answered>;

function formOf(fields: SentForm): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? (value as SentFile[]) : [value as string | SentFile | undefined]) {
      if (typeof item === 'string') form.append(field, item);
      else if (item) form.append(field, new Blob([new Uint8Array(item.bytes)], { type: item.type }), item.name);
    }
  }
  return form;
}

/** What a caller reads first of an answer: its status, and its code where it is a refusal. */
export const outcomeOf = ({ status, body }: Answered): [number, unknown] => [status, body.code];

/** Connections stay open between calls, as a browser holds them. */
const agent = new Agent({ keepAlive: true });

/** What is sent, and its type; undefined where nothing is. JSON is text already: bytes of it would be encoded once more. */
async function contentOf({ json, raw, form }: Sent): Promise<{ type: string; data: string | Buffer } | undefined> {
  if (raw !== undefined) return { type: 'text/plain;charset=UTF-8', data: raw };
  if (form) {
    const encoded = new Response(formOf(form));
    const type = encoded.headers.get('Content-Type') ?? '';
    return { type, data: Buffer.from(await encoded.arrayBuffer()) };
  }
  return json === undefined ? undefined : { type: 'application/json', data: JSON.stringify(json) };
}

/** Whatever is answered is read as text: the client's own parsers differ by type. */
function readText(response: unknown, done: (error: Error | null, text: string) => void) {
  const pieces: Buffer[] = [];
  (response as IncomingMessage)
    .on('data', (piece: Buffer) => pieces.push(Buffer.from(piece)))
    .on('end', () => done(null, new TextDecoder().decode(Buffer.concat(pieces))));
}

/** Calls a served app over HTTP; JSON responses are parsed, others stay text. */
export function callerOf(url: string): Call {
  return async (method, path, sent = {}) => {
    const content = await contentOf(sent);
    const request = new supertest.Test(url, method, path).agent(agent).buffer(true).parse(readText);
    if (sent.token) request.set('Authorization', `Bearer ${sent.token}`);
    if (sent.key) request.set('Idempotency-Key', sent.key);
    if (content) request.type(content.type);
    request.set(sent.headers ?? {});
    sent.signal?.addEventListener('abort', () => void request.abort(), { once: true });
    const response = await request.send(content?.data);
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers as Record<string, string | string[]>))
      for (const each of [value].flat()) headers.append(name, each);
    const text = typeof response.body === 'string' ? response.body : '';
    const isJson = text !== '' && (headers.get('Content-Type') ?? '').startsWith('application/json');
    return { status: response.status, headers, body: (isJson ? JSON.parse(text) : text) as Answered['body'] };
  };
}
