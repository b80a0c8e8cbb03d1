import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { remembered } from '#server/lib/remembered.ts';
import { endpointsByFeature } from '#shared/api.ts';
import { isVersioned, type Action } from '#shared/kernel/action.ts';
import { roleRights, teamRoles, type TeamRole } from '#shared/team/team.roles.ts';
import { aColleague, approvalCalls } from '#tests/factories/approvals.ts';
import { steppedUp, type TestMember } from '#tests/factories/members.ts';
import { outcomeOf, outcomes } from './calls.ts';
import { fixture, type Testbed } from './testbed.ts';

/** A row that an action is tried on. */
export type MatrixRow = {
  /** The subject id in the audit log; left out if the action makes the row. */
  id?: string;
  /** Fills the path, unless it is `:id`. */
  params?: Readonly<Record<string, string>>;
  version?: number | string;
  /** The last entry of the audit log before the action, if making the row is recorded by the same action. */
  lastEntry?: unknown;
};

/** Defines how the rows of a kind are made, and the input of an action. */
export type ActionCase = {
  contract: Action;
  /** Makes a row in a state, whose case is this user's; by default a new customer's. */
  make: (state: string, userId?: string) => Promise<MatrixRow>;
  /** True if making a row changes no other one: then one row in each state serves all refusals. */
  isIndependent?: boolean;
  /** Every state that its rows can have, if they have states. */
  states?: readonly string[];
  /** Reads everything about it that the action could change. */
  stateOf: (row: MatrixRow) => Promise<unknown>;
  /** Changes the row outside of the product, if it is signed. */
  forge?: (row: MatrixRow) => Promise<unknown>;
  /** Changes it so that a waiting request becomes void, if `forge` does not; left out if there is no row yet. */
  change?: (row: MatrixRow) => Promise<unknown>;
  /** The body of the action without the version. */
  body?: (row: MatrixRow) => object;
  /** Makes every action that may need a second member wait for one. */
  ruleOn?: () => Promise<unknown>;
};

const isAction = (endpoint: object): endpoint is Action => 'on' in endpoint;
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** The actions that the contracts of a feature declare. */
export const actionsOf = (feature: string): readonly Action[] =>
  endpointsByFeature.flatMap(({ feature: name, endpoints }) =>
    name === feature ? [...endpoints].filter(isAction) : [],
  );

/** The features that declare actions. */
export const featuresWithActions: readonly string[] = [
  ...new Set(endpointsByFeature.map(({ feature }) => feature).filter((feature) => actionsOf(feature).length > 0)),
];

const allows = (role: TeamRole, { may }: Action) =>
  may === 'member' || roleRights[role].may.some((permission) => permission === may);

/**
 * Tries each action of a feature as every role, in every state and twice at once; the cases define how its rows are
 * made.
 */
export function tryActions(testbed: Testbed, feature: string, actionCases: readonly ActionCase[]): void {
  const cases = actionsOf(feature).map((action): [string, ActionCase] => {
    const actionCase = actionCases.find(({ contract }) => nameOf(contract) === nameOf(action));
    if (!actionCase) throw new Error(`The matrix needs a case for ${nameOf(action)}.`);
    return [nameOf(action), actionCase];
  });
  const team = teamOf(testbed);
  const unchanged = refusingRows();
  tryDone(cases, team);
  tryMembers(cases, team, unchanged);
  tryRows(cases, team, unchanged);
  tryWaiting(testbed, cases, team);
}

type NamedCase = readonly [string, ActionCase];

const casesWith = (cases: readonly NamedCase[], isIncluded: (tried: ActionCase) => unknown) =>
  cases.filter(([, triedCase]) => isIncluded(triedCase));

const bodyOf = ({ body }: ActionCase, row: MatrixRow) => ({
  ...body?.(row),
  ...(row.version !== undefined && { version: row.version }),
});

/** The first state that the action takes. */
const takenState = ({ contract }: ActionCase) => contract.from?.[0] ?? '';

async function triedOn(actionCase: ActionCase, row: MatrixRow) {
  return { row, json: bodyOf(actionCase, row), before: await actionCase.stateOf(row) };
}

/** A row in the first state that the action takes, and a valid body. */
const ready = async (actionCase: ActionCase, userId?: string) =>
  triedOn(actionCase, await actionCase.make(takenState(actionCase), userId));

/**
 * Rows on which actions are refused: a refusal changes nothing, as each test of one proves, so independent rows are
 * made once for all actions that make theirs alike.
 */
function refusingRows() {
  const rowsByMaker = new Map<ActionCase['make'], Map<string, Promise<MatrixRow>>>();
  return async (actionCase: ActionCase, state = takenState(actionCase)) => {
    if (!actionCase.isIndependent) return triedOn(actionCase, await actionCase.make(state));
    const rows = remembered(rowsByMaker, actionCase.make, () => new Map<string, Promise<MatrixRow>>());
    return triedOn(actionCase, await remembered(rows, state, () => actionCase.make(state)));
  };
}
type RefusingRows = ReturnType<typeof refusingRows>;

/** Any role with the permission except the owner's, or the owner's if there is none. */
const roleWho = (action: Action): TeamRole =>
  teamRoles.find((name) => name !== 'owner' && allows(name, action)) ?? 'owner';

/** A member of each role, and a function that sends an action about a row, with a proven password. */
function teamOf(testbed: Testbed) {
  const members = fixture(async () =>
    Object.fromEntries(
      await Promise.all(teamRoles.map(async (role) => [role, await aColleague(testbed, role)] as const)),
    ),
  );
  const memberWho = (action: Action): TestMember => members[roleWho(action)] as TestMember;
  return {
    members,
    memberWho,
    send: async (
      { contract }: ActionCase,
      { id = '', params = { id } }: MatrixRow,
      json: object,
      member?: TestMember,
    ) => {
      const { token } = member ?? memberWho(contract);
      const headers = await steppedUp(testbed.app.deps, token);
      const path = contract.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
      const payload = contract.form ? { form: json as Record<string, string> } : contract.body && { json };
      return testbed.app.call(contract.method, path, { token, headers, ...payload });
    },
    /** The actors of the entries of an action, of this row or of any. */
    auditedOf: async ({ audit }: Action, row?: MatrixRow) => {
      const names = typeof audit === 'string' ? [audit] : audit;
      return testbed.rows(
        `select actor_id from audit_log where action = any($1) and (subject_id = $2 or $2::text is null)
           and id > coalesce($3::bigint, 0) order by id`,
        [names, row?.id || null, row?.lastEntry ?? null],
      );
    },
  };
}

type Team = ReturnType<typeof teamOf>;

function tryDone(cases: readonly NamedCase[], { send, auditedOf }: Team): void {
  const isOnce = ({ contract }: ActionCase) => contract.from !== undefined || isVersioned(contract);

  test.each(casesWith(cases, isOnce))(
    '%s that is sent twice at once is done and audited once',
    async (_, actionCase) => {
      const { row, json } = await ready(actionCase);
      const earlierEntries = await auditedOf(actionCase.contract, row);
      const answers = await outcomes([send(actionCase, row, json), send(actionCase, row, json)]);
      expect(answers[0]).toMatch(/^20[014]$/);
      expect(answers[1]).toMatch(/^(409|404) \w+/);
      expect(await auditedOf(actionCase.contract, row)).toHaveLength(earlierEntries.length + 1);
    },
  );

  test.each(casesWith(cases, (actionCase) => !isOnce(actionCase)))('%s is done, and audited', async (_, actionCase) => {
    const { row, json } = await ready(actionCase);
    expect(await outcomeOf(send(actionCase, row, json))).toMatch(/^20[014]$/);
    expect((await auditedOf(actionCase.contract)).length).toBeGreaterThan(0);
  });
}

function tryMembers(cases: readonly NamedCase[], { members, memberWho, send }: Team, unchanged: RefusingRows): void {
  test.each(cases)('%s is refused to each role without the right', async (_, actionCase) => {
    const { row, json, before } = await unchanged(actionCase);
    for (const role of teamRoles.filter((name) => !allows(name, actionCase.contract)))
      expect(await outcomeOf(send(actionCase, row, json, members[role] as TestMember))).toBe('403 not_permitted');
    expect(await actionCase.stateOf(row)).toEqual(before);
  });

  const personal = casesWith(cases, ({ contract }) => contract.ownCase === undefined);
  test.each(personal)('%s is refused to the member whose own case it is', async (_, actionCase) => {
    const { row, json, before } = await ready(actionCase, memberWho(actionCase.contract).id);
    expect(await outcomeOf(send(actionCase, row, json))).toBe('403 own_case');
    expect(await actionCase.stateOf(row)).toEqual(before);
  });
}

function tryRows(cases: readonly NamedCase[], { send }: Team, unchanged: RefusingRows): void {
  test.each(casesWith(cases, ({ contract }) => isVersioned(contract)))(
    '%s is refused on a version that was not seen',
    async (_, actionCase) => {
      const { row, json, before } = await unchanged(actionCase);
      const version = typeof row.version === 'number' ? row.version + 1 : 'another';
      expect(await outcomeOf(send(actionCase, row, { ...json, version }))).toBe('409 conflict');
      expect(await actionCase.stateOf(row)).toEqual(before);
    },
  );

  test.each(casesWith(cases, ({ contract }) => contract.path.includes('/:id')))(
    '%s is refused on a row that is not there',
    async (_, actionCase) => {
      const { row, json } = await unchanged(actionCase);
      const missingRow = { ...row, params: { ...row.params, id: randomUUID() } };
      expect(await outcomeOf(send(actionCase, missingRow, json))).toBe('404 not_found');
    },
  );

  test.each(casesWith(cases, ({ forge }) => forge))(
    '%s is refused on a row changed outside of the product',
    async (_, actionCase) => {
      const { row, json } = await ready(actionCase);
      await actionCase.forge?.(row);
      const forgedState = await actionCase.stateOf(row);
      expect(await outcomeOf(send(actionCase, row, json))).toBe('409 conflict');
      expect(await actionCase.stateOf(row)).toEqual(forgedState);
    },
  );

  test.each(casesWith(cases, ({ contract }) => contract.from))(
    '%s is refused in every other state',
    async (_, actionCase) => {
      const { states = [], contract } = actionCase;
      for (const state of states.filter((name) => !contract.from?.includes(name))) {
        const { row, json, before } = await unchanged(actionCase, state);
        expect([state, await outcomeOf(send(actionCase, row, json))]).toEqual([
          state,
          expect.stringMatching(/^409 (already_decided|conflict|period_order)$/),
        ]);
        expect(await actionCase.stateOf(row)).toEqual(before);
      }
    },
  );
}

function tryWaiting(testbed: Testbed, cases: readonly NamedCase[], { send, memberWho, auditedOf }: Team): void {
  const { approve, pendingOf } = approvalCalls(testbed);
  const secondOwner = fixture(() => aColleague(testbed, 'owner'));
  const pendingCases = casesWith(cases, ({ contract }) => contract.second !== undefined);

  test.each(pendingCases)(
    '%s waits for a second member, and is then done once in the name of the first',
    async (_, actionCase) => {
      const { row, json, before } = await ready(actionCase);
      await actionCase.ruleOn?.();
      const asker = memberWho(actionCase.contract);
      const earlierEntries = await auditedOf(actionCase.contract, row);
      const approvalId = await pendingOf(send(actionCase, row, json));
      expect(await actionCase.stateOf(row)).toEqual(before);
      expect(await pendingOf(send(actionCase, row, json))).toBe(approvalId);
      const answers = await outcomes([approve(approvalId, secondOwner.token), approve(approvalId, secondOwner.token)]);
      expect(answers).toEqual(['200', expect.stringContaining('already_decided')]);
      expect(await auditedOf(actionCase.contract, row)).toEqual([...earlierEntries, { actor_id: asker.id }]);
    },
  );

  test.each(
    casesWith(pendingCases, ({ contract, change, forge }) => contract.path.includes('/:') && (change ?? forge)),
  )('%s that waits is void once its row has changed', async (_, actionCase) => {
    const { row, json } = await ready(actionCase);
    await actionCase.ruleOn?.();
    const approvalId = await pendingOf(send(actionCase, row, json));
    await (actionCase.change ?? actionCase.forge)?.(row);
    const changedState = await actionCase.stateOf(row);
    expect(await outcomeOf(approve(approvalId, secondOwner.token))).toBe('409 facts_changed');
    expect(await outcomeOf(approve(approvalId, secondOwner.token))).toBe('409 facts_changed');
    expect(await actionCase.stateOf(row)).toEqual(changedState);
  });

  test.each(pendingCases)('%s that waits is not done for an asker who lost the right', async (_, actionCase) => {
    const { row, json, before } = await ready(actionCase);
    await actionCase.ruleOn?.();
    const asker = await aColleague(testbed, roleWho(actionCase.contract));
    const approvalId = await pendingOf(send(actionCase, row, json, asker));
    await testbed.rows(`update team_members set role = 'auditor' where user_id = $1`, [asker.id]);
    expect(await outcomeOf(approve(approvalId, secondOwner.token))).toMatch(/^(403|409)/);
    expect(await actionCase.stateOf(row)).toEqual(before);
  });
}
