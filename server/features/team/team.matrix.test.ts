import { randomUUID } from 'node:crypto';
import * as contract from '#shared/team/team.contract.ts';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { aColleague, setRules } from '#tests/factories/approvals.ts';
import { tryActions, type ActionCase } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { rows } = testbed;
const newAddress = () => `nora.${randomUUID()}@example.com`;

async function anInvitation(role: TeamRole) {
  const id = randomUUID();
  await rows(
    `insert into team_invitations (member_id, email, role, hash, expires_at)
     values ($1, $2, $3, $4, now() + interval '1 day')`,
    [id, newAddress(), role, Buffer.from(randomUUID())],
  );
  return { id };
}

const onTeam = { ruleOn: () => setRules(testbed, { liftBlock: true }) };
const onInvitation: Omit<ActionCase, 'contract'> = {
  ...onTeam,
  make: () => anInvitation('reviewer'),
  stateOf: ({ id }) => rows('select id, role, ended_at from team_invitations where member_id = $1 order by id', [id]),
  change: ({ id }) => rows(`update team_invitations set role = 'owner' where member_id = $1`, [id]),
};
const onMember: Omit<ActionCase, 'contract'> = {
  ...onTeam,
  make: async (_, userId) => ({ id: userId ?? (await aColleague(testbed, 'auditor')).id }),
  stateOf: ({ id }) => rows('select role, ends_at from team_members where user_id = $1', [id]),
  change: ({ id }) => rows(`update team_members set role = 'support' where user_id = $1`, [id]),
};

tryActions(testbed, 'team', [
  {
    ...onTeam,
    contract: contract.inviteMember,
    make: async () => ({ id: '' }),
    stateOf: () => rows('select id, role from team_invitations order by id'),
    body: () => ({ email: newAddress(), role: 'reviewer' }),
  },
  { ...onInvitation, contract: contract.resendInvitation },
  { ...onMember, contract: contract.changeMemberRole, body: () => ({ role: 'payer' }) },
  { ...onMember, contract: contract.endMember },
]);
