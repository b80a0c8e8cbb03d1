import { expect } from 'vitest';
import { callsOf, teamCalls } from '#tests/setup/calls.ts';
import { fixture, type Testbed } from '#tests/setup/testbed.ts';
import { aMember, aSession, steppedUp } from './members.ts';

/** The owner's session, and the header with the step-up token. */
export async function theOwner({ app, rows }: Testbed) {
  const [owner] = await rows(`select id from users where role = 'admin'`);
  const { token } = await aSession(app.deps, { id: String(owner?.id), role: 'admin' });
  return { token, headers: await steppedUp(app.deps, token) };
}

/** The owner's calls below `/api/admin/`, with the password given again. */
export const ownerCalls = (testbed: Testbed) =>
  teamCalls(
    testbed.app,
    fixture(() => theOwner(testbed)),
  );

/** Changes settings as the owner; returns the response. */
export async function setSettings(testbed: Testbed, json: object) {
  return testbed.app.call('PUT', '/api/admin/settings', { ...(await theOwner(testbed)), json });
}

/** Sets rules of dual approval as the owner; returns the response of the settings. */
export const setRules = (testbed: Testbed, fourEyes: object) => setSettings(testbed, { fourEyes });

type CallAnswer = { status: number; body: Record<string, unknown> };
type ListedApproval = { id: string; facts?: Record<string, unknown>; [key: string]: unknown };

/** The calls of the page Approvals, and the owner's actions that others have to approve. */
export function approvalCalls(testbed: Testbed) {
  const call: Testbed['app']['call'] = (...args) => testbed.app.call(...args);
  const decide = (verb: 'approve' | 'refuse') => async (id: string, token: string) =>
    call('POST', `/api/admin/approvals/${id}/${verb}`, { token, headers: await steppedUp(testbed.app.deps, token) });
  const listApprovals = async (token: string, state = 'open') => {
    const { body } = await call('GET', `/api/admin/approvals?state=${state}`, { token });
    return body as unknown as ListedApproval[];
  };
  return {
    approve: decide('approve'),
    refuse: decide('refuse'),
    withdraw: (id: string, token: string) => call('DELETE', `/api/admin/approvals/${id}`, { token }),
    listed: listApprovals,
    /** One request, as this member sees it, in any state. */
    found: async (id: string, token: string) =>
      (await listApprovals(token, 'all')).find((approval) => approval.id === id),
    audited: async (id: string) => {
      const entries = await testbed.rows(`select action from audit_log where subject_id = $1 order by id`, [id]);
      return entries.map(({ action }) => String(action));
    },
    asOwner: async (method: string, path: string, json?: object) =>
      call(method, `/api/admin/${path}`, { ...(await theOwner(testbed)), ...(json && { json }) }),
    /** The id of the request that an action has become. */
    pendingOf: async (answer: CallAnswer | Promise<CallAnswer>) => {
      const { status, body } = await answer;
      expect([status, typeof body.approvalId]).toEqual([202, 'string']);
      return String(body.approvalId);
    },
  };
}

/** A member with a role, signed in, and their calls. */
export async function aColleague({ app, database }: Testbed, role: Parameters<typeof aMember>[2]) {
  const member = await aMember(database.pool, app.deps, role);
  return { ...member, ...callsOf(app, member, '/api/admin/') };
}

/** Removes a member's role in the database, bypassing the route that voids their requests. */
export const takeRole = ({ rows }: Testbed, { id }: { id: string }) =>
  rows(`update team_members set role = 'support' where user_id = $1`, [id]);

/** A member's calls below `/api/admin/`, with the password just given again. */
export const provenCalls = async ({ app }: Testbed, { token }: { token: string }) =>
  teamCalls(app, { token, headers: await steppedUp(app.deps, token) });
