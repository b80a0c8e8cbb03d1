import { randomUUID } from 'node:crypto';
import type { TeamRole } from '#shared/team/team.roles.ts';
import type { Calls } from '#tests/setup/calls.ts';
import type { Testbed } from '#tests/setup/testbed.ts';

/** Invitations to the team, by default from `owner`, and the calls of their links. */
export function invitations({ app, mailbox }: Testbed, owner: Calls) {
  const joinForm = { firstName: 'Nora', lastName: 'Diaz', password: 'what the new colleague chose' };
  const newAddress = () => `nora.${randomUUID()}@example.com`;
  const invite = (email: string, role: TeamRole = 'reviewer', inviter = owner) => inviter.post('team', { email, role });
  /** The token of the newest invitation mailed there. */
  const linkFor = async (email: string) =>
    String((await mailbox.of('team_invitation', email)).at(-1)?.path).replace('/invitation/', '');
  const open = (link: string) => app.call('GET', `/api/invitations/${link}`);
  const accept = (link: string, changes: object = {}) =>
    app.call('POST', `/api/invitations/${link}`, { json: { ...joinForm, ...changes } });
  /** Accepts the invitation mailed to an address. */
  async function join(email: string) {
    const { status, body } = await accept(await linkFor(email));
    if (status !== 200) throw new Error(`The invitation was answered with ${status}: ${JSON.stringify(body)}`);
    return { id: (body.user as { id: string }).id, email, token: String(body.token) };
  }
  return { password: joinForm.password, newAddress, invite, linkFor, open, accept, join };
}
