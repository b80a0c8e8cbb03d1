import type { Testbed } from '#tests/setup/testbed.ts';
import { theAdmin } from './exchanges.ts';
import { aMember, steppedUp } from './members.ts';

/** The owner's session, and the header with the step-up token. */
export async function theOwner({ app }: Pick<Testbed, 'app'>) {
  const { token, stepUp: headers } = await theAdmin(app);
  return { token, headers };
}

/** Changes settings as the owner; returns the response. */
export async function changeSettings({ app }: Pick<Testbed, 'app'>, json: object) {
  return app.call('PUT', '/api/admin/settings', { ...(await theOwner({ app })), json });
}

/** Sets rules of four eyes as the owner; returns the response of the settings. */
export const setRules = (testbed: Testbed, fourEyes: object) => changeSettings(testbed, { fourEyes });

/** The deciding calls of the page Approvals. */
export function approvalCalls(testbed: Testbed) {
  const call: Testbed['app']['call'] = (...sent) => testbed.app.call(...sent);
  const decide = (verb: 'approve' | 'refuse') => async (id: string, token: string) =>
    call('POST', `/api/admin/approvals/${id}/${verb}`, { token, headers: await steppedUp(testbed.app.deps, token) });
  return {
    approve: decide('approve'),
    refuse: decide('refuse'),
    withdraw: (id: string, token: string) => call('DELETE', `/api/admin/approvals/${id}`, { token }),
    listed: async (token: string, state = 'open') => {
      const { body } = await call('GET', `/api/admin/approvals?state=${state}`, { token });
      return body as unknown as { id: string; [key: string]: unknown }[];
    },
    audited: async (id: string) => {
      const found = await testbed.rows(`select action from audit_log where subject_id = $1 order by id`, [id]);
      return found.map(({ action }) => String(action));
    },
  };
}

/** A member with a role, signed in. */
export const aColleague = ({ app, database }: Testbed, role: Parameters<typeof aMember>[2]) =>
  aMember(database.pool, app.deps, role);
