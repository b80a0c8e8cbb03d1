import { expect, test } from 'vitest';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { seedHandling } from './demo.handling.ts';
import { seedTeam } from './demo.team.ts';

const testbed = openTestbed();

test('an operator who tries the demonstration finds orders that somebody works on, with tags and notes', async () => {
  const { deps } = testbed.app;
  await deps.inTx((tx) => seedTeam(tx, 'no password', deps.now()));
  const customer = await aUser(testbed.database.pool);
  const ids = [await anOrder(deps, customer), await anOrder(deps, customer)];
  await seedHandling(deps);
  const handled = await testbed.rows(
    `select o.id, o.tags, w.first_name as name, (select count(*)::int from notes n where n.order_id = o.id) as notes
     from orders o join users w on w.id = o.assignee_id order by o.created_at`,
  );
  expect(handled).toEqual([
    { id: ids[0], tags: ['call-back'], name: 'Nora', notes: 1 },
    { id: ids[1], tags: ['large'], name: 'Tomas', notes: 0 },
  ]);
});
