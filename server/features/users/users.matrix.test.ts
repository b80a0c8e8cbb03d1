import * as contract from '#shared/users/users.admin.contract.ts';
import { setRules } from '#tests/factories/approvals.ts';
import { aUser } from '#tests/factories/orders.ts';
import { tryActions, type ActionCase } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { database, rows } = testbed;

const onUser: Omit<ActionCase, 'contract'> = {
  make: async (_, userId) => ({ id: userId ?? (await aUser(database.pool)).userId }),
  stateOf: ({ id }) => rows('select status, blocked_reason, erase_at, first_name from users where id = $1', [id]),
  ruleOn: () => setRules(testbed, { liftBlock: true, eraseUser: true }),
};
/** Changed before it is tried, unless it is the account of a member. */
const made =
  (change: string): ActionCase['make'] =>
  async (_, userId) => {
    const id = userId ?? (await aUser(database.pool)).userId;
    if (!userId) await rows(`update users set ${change} where id = $1`, [id]);
    return { id };
  };

tryActions(testbed, 'usersAdmin', [
  { ...onUser, contract: contract.editUser, body: () => ({ firstName: 'Adaeze' }) },
  { ...onUser, contract: contract.blockUser, body: () => ({ reason: 'A stolen card.' }) },
  {
    ...onUser,
    contract: contract.unblockUser,
    make: made(`status = 'blocked', blocked_reason = 'A stolen card.'`),
    change: ({ id }) => rows(`update users set blocked_reason = 'A forged proof.' where id = $1`, [id]),
  },
  {
    ...onUser,
    contract: contract.deleteUser,
    make: made(`email = id || '@example.test'`),
    body: ({ id }) => ({ email: `${id}@example.test` }),
    change: ({ id }) => rows(`update users set status = 'blocked' where id = $1`, [id]),
  },
  {
    ...onUser,
    contract: contract.takeBackErasure,
    make: made(`status = 'blocked', erase_at = now() + interval '1 day'`),
  },
]);
