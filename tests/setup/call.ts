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

/** Calls a served app over HTTP; JSON responses are parsed, others stay text. */
export function callerOf(url: string): Call {
  return async (method, path, { token, json, raw, form, key, headers, signal } = {}) => {
    const sent: RequestInit = {
      method,
      redirect: 'manual',
      signal,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
        ...headers,
      },
      body: raw ?? (form ? formOf(form) : JSON.stringify(json)),
    };
    const response = await fetch(url + path, sent);
    const text = await response.text();
    const isJson = text !== '' && (response.headers.get('content-type') ?? '').startsWith('application/json');
    const body = (isJson ? JSON.parse(text) : text) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  };
}
