import * as contract from '#shared/orders/admin/orders.handling.contract.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { tryActions, type ActionCase } from '#tests/setup/action-matrix.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, rows } = testbed;
const tomas = fixture(() => aColleague(testbed, 'payer'));

const onOrder: Omit<ActionCase, 'contract'> = {
  make: async () => ({ id: await anOrder(app.deps, await aUser(database.pool)) }),
  stateOf: ({ id }) => rows('select assignee_id, tags from orders where id = $1', [id]),
};

tryActions(testbed, 'ordersHandling', [
  { ...onOrder, contract: contract.assignOrder, body: () => ({ userId: tomas.id }) },
  { ...onOrder, contract: contract.tagOrder, body: () => ({ tags: ['late'] }) },
  { ...onOrder, contract: contract.takeNextOrder },
]);
