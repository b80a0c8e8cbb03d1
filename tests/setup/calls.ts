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

/** The code that an answer names its refusal by. */
export const codeOf = async (answer: Promise<{ body: Record<string, unknown> }>) => (await answer).body.code;
