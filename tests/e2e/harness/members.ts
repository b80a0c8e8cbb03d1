import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { readMail } from './mail.ts';
import { ask, stepUpOf, type TestUser } from './users.ts';

/** A member of the team, invited through the API by the administrator, with the second factor set up. */
export async function aMember(owner: TestUser, role: TeamRole, name = { firstName: 'Nora', lastName: 'Diaz' }) {
  const email = `${role}.${randomUUID().slice(0, 8)}@team.test`;
  const password = 'a lighthouse in the fog';
  const stepUp = await stepUpOf(owner);
  await ask('POST', '/api/admin/team', { token: owner.token, stepUp, body: { email, role } });
  const { text = '' } = await readMail(email, /\/invitation\//);
  const link = /\/invitation\/([\w-]+)/.exec(text)?.[1] ?? '';
  const { token } = await ask<{ token: string }>('POST', `/api/invitations/${link}`, { body: { ...name, password } });
  const { secret } = await ask<{ secret: string }>('POST', '/api/second-factor', { token, body: { password } });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { recoveryCodes } = await ask<{ recoveryCodes: string[] }>('POST', '/api/second-factor/confirm', {
    token,
    body: { code },
  });
  return { email, password, token, recoveryCodes } satisfies TestUser & { recoveryCodes: string[] };
}
