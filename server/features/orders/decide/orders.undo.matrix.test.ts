import { undoDecision } from '#shared/orders/admin/orders.undo.contract.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { tryActions } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, row, rows } = testbed;

/** An order that the reviewer has just rejected. */
async function rejected(userId?: string) {
  const customer = await aUser(database.pool);
  const id = await anOrder(app.deps, userId === undefined ? customer : { ...customer, userId });
  const at = app.deps.now();
  await rows(`update orders set status = 'rejected', version = 2, stage = 'closed', decided_at = $2 where id = $1`, [
    id,
    at,
  ]);
  await rows(
    `insert into order_events (order_id, at, from_status, to_status, stage, actor_id, actor_kind)
     values ($1, $2, 'pending', 'rejected', 'closed', (select user_id from team_members where role = 'reviewer'
    limit 1), 'desk')`,
    [id, at],
  );
  return { id, version: 2 };
}

tryActions(testbed, 'ordersUndo', [
  {
    contract: undoDecision,
    make: (_state, userId) => rejected(userId),
    stateOf: ({ id }) => row('select status, version, decided_at from orders where id = $1', [id]),
  },
]);
