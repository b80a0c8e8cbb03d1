import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Action } from '#shared/kernel/action.ts';
import { roleRights, teamRoles, type TeamRole } from '#shared/team/team.roles.ts';
import { actionCases, type ActionCase } from '#tests/factories/actions.ts';
import { aColleague, approvalCalls } from '#tests/factories/approvals.ts';
import { steppedUp, type TestMember } from '#tests/factories/members.ts';
import { declared, nameOf } from '#tests/setup/callers.ts';
import { outcome, outcomeOf, outcomes } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { approve, audited, pendingOf } = approvalCalls(testbed);
const members = fixture(async () =>
  Object.fromEntries(
    await Promise.all(teamRoles.map(async (role) => [role, await aColleague(testbed, role)] as const)),
  ),
);
const second = fixture(() => aColleague(testbed, 'owner'));
const cases = actionCases(testbed);

const isAction = (endpoint: object): endpoint is Action => 'on' in endpoint;
const actions = declared.filter(isAction).map((action) => [nameOf(action), action] as const);

/** Its case, and its body but for the version. */
function caseOf({ on, path }: Action): { of: ActionCase; body: () => object } {
  const [of, end = ''] = [cases[on], path.split('/').at(-1)];
  const body = of?.bodies[end];
  if (!of || !body) throw new Error(`The matrix needs a case for ${path}.`);
  return { of, body };
}

const allows = (role: TeamRole, { may }: Action) =>
  may === 'member' || roleRights[role].may.some((right) => right === may);
const memberWho = (action: Action): TestMember => {
  const role = teamRoles.find((name) => name !== 'owner' && allows(name, action)) ?? 'owner';
  return members[role] as TestMember;
};

/** Sends an action about a row, with the password just given again. */
async function send(action: Action, id: string, json: object, by = memberWho(action)) {
  const headers = await steppedUp(testbed.app.deps, by.token);
  return testbed.app.call(action.method, action.path.replace(':id', id), { token: by.token, headers, json });
}

/** A row in the first state that the action takes, and the body that does it. */
async function ready(action: Action, userId?: string) {
  const { of, body } = caseOf(action);
  const { id, version } = await of.make(action.from[0] ?? '', userId);
  return { of, id, json: { ...body(), version } };
}

test.each(actions)('%s is done once of twice at once, and its audit entry is one sentence', async (_, action) => {
  const { id, json } = await ready(action);
  const answers = await outcomes([send(action, id, json), send(action, id, json)]);
  expect(answers[0]).toBe('200');
  expect(answers[1]).toMatch(/^409 (already_decided|conflict)/);
  expect((await audited(id)).filter((name) => name === action.audit)).toHaveLength(1);
});

test.each(actions)('%s is refused to each role without the right', async (_, action) => {
  const { of, id, json } = await ready(action);
  for (const role of teamRoles.filter((name) => !allows(name, action)))
    expect(await outcomeOf(send(action, id, json, members[role] as TestMember))).toBe('403 not_permitted');
  expect(await of.stateOf(id)).toBe(action.from[0]);
});

test.each(actions)('%s is refused to the member whose own case it is', async (_, action) => {
  const { of, id, json } = await ready(action, memberWho(action).id);
  expect(await outcomeOf(send(action, id, json))).toBe('403 own_case');
  expect(await of.stateOf(id)).toBe(action.from[0]);
});

test.each(actions)(
  '%s is refused on a version that was not seen, and on a row that is not there',
  async (_, action) => {
    const { of, id, json } = await ready(action);
    expect(await outcomeOf(send(action, id, { ...json, version: json.version + 1 }))).toBe('409 conflict');
    expect(await outcomeOf(send(action, randomUUID(), json))).toBe('404 not_found');
    expect(await of.stateOf(id)).toBe(action.from[0]);
  },
);

test.each(actions)('%s is refused on a row that was changed outside of the product', async (_, action) => {
  const { of, id, json } = await ready(action);
  await of.forge(id);
  expect(await outcome(send(action, id, json))).toMatch(/^409 conflict \w+_tampered$/);
  expect(await of.stateOf(id)).toBe(action.from[0]);
});

test.each(actions)('%s is refused in every other state', async (_, action) => {
  const { of, body } = caseOf(action);
  for (const state of of.states.filter((name) => !action.from.includes(name))) {
    const { id, version } = await of.make(state);
    expect(await outcomeOf(send(action, id, { ...body(), version }))).toBe('409 already_decided');
    expect(await of.stateOf(id)).toBe(state);
  }
});

// The rule stays on from here: loosening it would need a second member.
const waiting = actions.filter(([, { second: kind }]) => kind !== undefined);

test.each(waiting)('%s waits for a second member, and is done once as whoever asked', async (_, action) => {
  const { of, id, json } = await ready(action);
  await of.ruleOn();
  const asker = memberWho(action);
  const approvalId = await pendingOf(send(action, id, json));
  expect(await of.stateOf(id)).toBe(action.from[0]);
  expect(await pendingOf(send(action, id, json))).toBe(approvalId);
  const answers = await outcomes([approve(approvalId, second.token), approve(approvalId, second.token)]);
  expect(answers).toEqual(['200', expect.stringContaining('already_decided')]);
  const done = await testbed.rows('select actor_id from audit_log where subject_id = $1 and action = $2', [
    id,
    action.audit,
  ]);
  expect(done).toEqual([{ actor_id: asker.id }]);
});

test.each(waiting)('%s that waits is void once its row has changed', async (_, action) => {
  const { of, id, json } = await ready(action);
  const approvalId = await pendingOf(send(action, id, json));
  await of.forge(id);
  expect(await outcomeOf(approve(approvalId, second.token))).toBe('409 facts_changed');
  expect(await outcomeOf(approve(approvalId, second.token))).toBe('409 facts_changed');
  expect(await of.stateOf(id)).toBe(action.from[0]);
});

test.each(waiting)('%s that waits is not done for an asker who lost the right', async (_, action) => {
  const { of, id, json } = await ready(action);
  const asker = await aColleague(testbed, 'reviewer');
  const approvalId = await pendingOf(send(action, id, json, asker));
  await testbed.rows(`update team_members set role = 'auditor' where user_id = $1`, [asker.id]);
  expect(await outcomeOf(approve(approvalId, second.token))).toMatch(/^(403|409)/);
  expect(await of.stateOf(id)).toBe(action.from[0]);
});
