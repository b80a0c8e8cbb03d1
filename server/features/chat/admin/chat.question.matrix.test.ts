import { askCustomer } from '#shared/orders/admin/orders.question.contract.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { tryActions } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, row } = testbed;

async function waiting(userId?: string) {
  const customer = await aUser(database.pool);
  const id = await anOrder(app.deps, userId === undefined ? customer : { ...customer, userId });
  return { id, version: 1 };
}

tryActions(testbed, 'ordersQuestion', [
  {
    contract: askCustomer,
    make: (_state, userId) => waiting(userId),
    body: () => ({ text: 'Is this your account?' }),
    stateOf: ({ id }) =>
      row(
        `select (select count(*)::int from order_events where order_id = $1) as events,
           (select count(*)::int from chat_messages where order_id = $1) as messages`,
        [id],
      ),
  },
]);
