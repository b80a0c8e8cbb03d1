import type { TestApp } from './app.ts';

/** Who calls: the token of a session, and the header of its password entered again. */
type Caller = { token: string; stepUp?: Record<string, string> };

/** What most answers are: rows with an id. */
export type Row = Record<string, unknown> & { id: string };

/** The calls of one user below a path: `json` is sent if given, and the header of the step-up if they have one. */
export function apiOf(app: Pick<TestApp, 'call'>, who: Caller, below = '/api/') {
  const send =
    (method: string) =>
    (path: string, json?: unknown, headers: Record<string, string> = who.stepUp ?? {}) =>
      app.call(method, below + path, { token: who.token, headers, json });
  const get = send('GET');
  const list = async (path: string) => (await get(path)).body as unknown as Row[];
  return {
    get,
    post: send('POST'),
    put: send('PUT'),
    del: send('DELETE'),
    list,
    /** A file of text. */
    text: async (path: string) => (await get(path)).body as unknown as string,
    ids: async (path: string) => (await list(path)).map(({ id }) => id),
    /** The ids of one page, and of how many rows in all. */
    page: async (path: string) => {
      const { headers, body } = await get(path);
      const ids = (body as unknown as Row[]).map(({ id }) => id);
      return { ids, total: Number(headers.get('x-total-count')) };
    },
  };
}

/** A file of a form; its type is a picture's unless given. */
export function formFile(bytes: Uint8Array, name: string, type = 'image/png'): File {
  return new File([new Uint8Array(bytes)], name, { type });
}

/** Sends a form as a browser does: a field of several files is a list of them. */
export async function sendForm(
  { url }: Pick<TestApp, 'url'>,
  { token, key }: { token: string; key?: string | undefined },
  [method, path]: readonly [method: string, path: string],
  fields: Record<string, string | File | readonly File[] | undefined>,
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const part of [value ?? []].flat()) form.append(name, part);
  const headers = { Authorization: `Bearer ${token}`, ...(key && { 'Idempotency-Key': key }) };
  const response = await fetch(url + path, { method, headers, body: form });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** The code that an answer names its refusal by. */
export const codeOf = async (answer: Promise<{ body: Record<string, unknown> }>) => (await answer).body.code;
