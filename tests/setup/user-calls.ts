import type { Call } from './platform.ts';

type Session = { token: string; headers?: Record<string, string> };
type Answer<Body> = { status: number; headers: Headers; body: Body };
type Send = <Body = Record<string, unknown>>(
  path: string,
  json?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Body>>;
export type Calls = Record<'get' | 'post' | 'put' | 'del', Send>;

/** The calls of one person to what lies below a path: `asAda.put('profile', { language })`. */
export function callsOf(app: { call: Call }, session: Session, below = '/api/'): Calls {
  const send =
    (method: string): Send =>
    async <Body>(path: string, json?: unknown, more?: Record<string, string>) => {
      const { token, headers } = session;
      return (await app.call(method, below + path, { token, json, headers: { ...headers, ...more } })) as Answer<Body>;
    };
  return { get: send('GET'), post: send('POST'), put: send('PUT'), del: send('DELETE') };
}

/** The same of a member of the team, below `/api/admin/`. */
export const teamCalls = (app: { call: Call }, session: Session) => callsOf(app, session, '/api/admin/');

type Answered = { status: number; body: object | string };
const inShort = ({ status, body }: Answered, field: 'code' | 'reason') => {
  const why = (body as Record<string, unknown>)[field];
  return typeof why === 'string' ? `${status} ${why}` : String(status);
};

/** An answer in short: its status, and the code of a refusal, such as `403 step_up_required`. */
export async function outcomeOf(answer: Answered | Promise<Answered>): Promise<string> {
  return inShort(await answer, 'code');
}

/** The same with the reason of a refusal, such as `422 currency_not_offered`. */
export async function reasonOf(answer: Answered | Promise<Answered>): Promise<string> {
  return inShort(await answer, 'reason');
}

/** The outcomes of calls that were sent at once, in the order of the alphabet. */
export async function outcomesOf(answers: readonly Promise<Answered>[]): Promise<string[]> {
  return (await Promise.all(answers.map(outcomeOf))).toSorted();
}
