import type { Call } from './call.ts';

/** A caller: the token of a session, the headers of each call, and the header of the step-up. */
type Session = { token: string; headers?: Record<string, string>; stepUp?: Record<string, string> };
type Answer<Body> = { status: number; headers: Headers; body: Body };
type Send = <Body = Record<string, unknown>>(
  path: string,
  json?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Body>>;
export type Calls = Record<'get' | 'post' | 'put' | 'del', Send>;

/** Shape of most answers: rows with an id. */
export type Row = Record<string, unknown> & { id: string };

/**
 * The calls of one user to the routes below a path: `asAda.put('profile', { language })`. Headers of a call replace the
 * step-up header.
 */
export function callsOf(app: { call: Call }, session: Session, prefix = '/api/') {
  const send =
    (method: string): Send =>
    async <Body>(path: string, json?: unknown, extraStepUp = session.stepUp) => {
      const payload = { token: session.token, json, headers: { ...session.headers, ...extraStepUp } };
      return (await app.call(method, prefix + path, payload)) as Answer<Body>;
    };
  const get = send('GET');
  const list = async (path: string) => (await get<Row[]>(path)).body;
  return {
    get,
    post: send('POST'),
    put: send('PUT'),
    del: send('DELETE'),
    list,
    /** A file of text. */
    text: async (path: string) => (await get<string>(path)).body,
    ids: async (path: string) => (await list(path)).map(({ id }) => id),
    /** The ids of one page, and the total number of rows. */
    page: async (path: string) => {
      const { headers, body } = await get<Row[]>(path);
      return { ids: body.map(({ id }) => id), total: Number(headers.get('x-total-count')) };
    },
  };
}

/** Calls as a member of the team, below `/api/admin/`. */
export const teamCalls = (app: { call: Call }, session: Session) => callsOf(app, session, '/api/admin/');

type ShortAnswer = { status: number; body: object | string };
type PendingAnswer = ShortAnswer | Promise<ShortAnswer>;
const inShort = async (answer: PendingAnswer, ...fields: ('code' | 'reason')[]) => {
  const { status, body } = await answer;
  const reasons = fields.map((field) => (body as Record<string, unknown>)[field]);
  return [...new Set([status, ...(status < 400 ? [] : reasons)])].filter(Boolean).join(' ');
};

/**
 * An answer in one line: its status, and for a refusal its code, and its reason if that is more precise: `409 conflict
 * payee_fixed`.
 */
export const outcome = (answer: PendingAnswer) => inShort(answer, 'code', 'reason');

/** The outcomes of calls that were sent at once, sorted. */
export const outcomes = async (answers: readonly PendingAnswer[]) =>
  (await Promise.all(answers.map(outcome))).toSorted();

/** The status and the code alone, such as `403 step_up_required`. */
export const outcomeOf = (answer: PendingAnswer) => inShort(answer, 'code');

/** Outcomes of calls that were sent at once, sorted. */
export const outcomesOf = async (answers: readonly PendingAnswer[]) =>
  (await Promise.all(answers.map(outcomeOf))).toSorted();

/** The status and the reason alone, such as `422 currency_not_offered`. */
export const reasonOf = (answer: PendingAnswer) => inShort(answer, 'reason');

/** The code of the refusal in an answer. */
export const codeOf = async (answer: Promise<{ body: Record<string, unknown> }>) => (await answer).body.code;
