import { randomBytes } from 'node:crypto';
import * as contract from '#shared/auth/auth.care.contract.ts';
import { setRules } from '#tests/factories/approvals.ts';
import { aUser } from '#tests/factories/orders.ts';
import { tryActions, type ActionCase, type MatrixRow } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, rows } = testbed;

const onCustomer: Omit<ActionCase, 'contract'> = {
  make: async (_, userId) => ({ id: userId ?? (await aUser(database.pool)).userId }),
  stateOf: ({ id }) =>
    rows(
      `select (select count(*) from one_time_codes c where c.user_id = u.id) as codes, password_hash, email from users u
       where id = $1`,
      [id],
    ),
  ruleOn: () => setRules(testbed, { liftBlock: true }),
};
/** A customer whose sign-in asks for a code, unless it is a member. */
async function withFactor(_: string, userId?: string): Promise<MatrixRow> {
  if (userId) return { id: userId };
  const id = (await aUser(database.pool)).userId;
  await rows(`insert into second_factors (user_id, secret, confirmed_at) values ($1, 'x', now())`, [id]);
  return { id };
}
/** A customer whom the team entered, unless it is a member. */
async function aBroughtCustomer(_: string, userId?: string): Promise<MatrixRow> {
  if (userId) return { id: userId };
  const id = (await aUser(database.pool)).userId;
  await rows(`update users set origin = 'brought', brought_at = now(), email_verified_at = null where id = $1`, [id]);
  return { id };
}
/** A user whose removal is scheduled. */
async function withRemoval(state: string, userId?: string): Promise<MatrixRow> {
  const row = await withFactor(state, userId);
  const id = String(row.id);
  await rows(
    `insert into one_time_codes (purpose, subject, hash, user_id, target, expires_at)
     values ('factor_removal', $1, $2, $3, 'a@example.test', now() + interval '1 day')`,
    [app.deps.auth.keys.subjectOfChange(id, id), randomBytes(32), id],
  );
  return row;
}

tryActions(testbed, 'authCare', [
  { ...onCustomer, contract: contract.sendResetLink },
  { ...onCustomer, contract: contract.inviteUser, make: aBroughtCustomer },
  { ...onCustomer, contract: contract.signOutUser },
  {
    ...onCustomer,
    contract: contract.removeSecondFactor,
    make: withFactor,
    body: () => ({ reason: 'Passport shown in a video call.' }),
  },
  { ...onCustomer, contract: contract.takeBackRemoval, make: withRemoval },
]);
