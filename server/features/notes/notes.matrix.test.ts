import * as contract from '#shared/notes/notes.contract.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { aUser } from '#tests/factories/orders.ts';
import { tryActions, type ActionCase } from '#tests/setup/action-matrix.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { database, rows } = testbed;
const assignee = fixture(() => aColleague(testbed, 'support'));

const onUser: Omit<ActionCase, 'contract'> = {
  make: async (_, userId) => ({ id: userId ?? (await aUser(database.pool)).userId }),
  stateOf: ({ id }) => rows('select assignee_id, tags from users where id = $1', [id]),
};

tryActions(testbed, 'notes', [
  { ...onUser, contract: contract.assignUser, body: () => ({ userId: assignee.id }) },
  { ...onUser, contract: contract.tagUser, body: () => ({ tags: ['vip'] }) },
]);
