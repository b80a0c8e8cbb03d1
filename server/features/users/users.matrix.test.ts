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
/** Changes the user first, unless it is the account of a member. */
const made =
  (change: string): ActionCase['make'] =>
  async (_, userId) => {
    const id = userId ?? (await aUser(database.pool)).userId;
    if (!userId) await rows(`update users set ${change} where id = $1`, [id]);
    return { id };
  };

/** A customer whom the team entered with an account to be paid to, unless it is a member. */
const broughtWithAccount: ActionCase['make'] = async (_, userId) => {
  if (userId) return { id: userId };
  const { id } = await testbed.row(
    `insert into users (email, first_name, last_name, origin, brought_at)
     values (gen_random_uuid() || '@example.test', 'Ada', 'Obi', 'brought', now()) returning id`,
  );
  await rows(
    `insert into payout_accounts (user_id, currency, method, account_name, account_number, bank_name, fingerprint,
     origin)
     values ($1, 'NGN', 'bank', 'Ada Obi', '0152792740', 'GTBank', '\\x00', 'brought')`,
    [id],
  );
  return { id: String(id) };
};

tryActions(testbed, 'usersAdmin', [
  {
    ...onUser,
    contract: contract.editUser,
    make: broughtWithAccount,
    stateOf: ({ id }) => rows('select email from users where id = $1', [id]),
    body: ({ id }) => ({ email: `${id}@another.test` }),
    change: ({ id }) => rows(`update users set email = id || '@third.test' where id = $1`, [id]),
  },
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
