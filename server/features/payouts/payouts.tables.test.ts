import { expect, test } from 'vitest';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import { isStageMove, orderStages, stageAfter, stageMoves, stagesOf } from '#shared/orders/orders.stages.ts';
import { attemptMoves, batchMoves, lineMoves, payoutMoves } from '#shared/payouts/payouts.lifecycle.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();

test.each([
  ['payouts', payoutMoves],
  ['payout_attempts', attemptMoves],
  ['payout_batches', batchMoves],
  ['statement_lines', lineMoves],
])('the database moves %s as the lifecycle lists', async (table, moves) => {
  const [row] = await testbed.rows(
    `select split_part(encode(tgargs, 'escape'), '\\000', 1) as args from pg_trigger where tgname = $1`,
    [`${table}_check_state`],
  );
  expect(JSON.parse(String(row?.args))).toEqual(moves);
});

test('the database moves stages of orders as the table lists, under the statuses it lists', async () => {
  const [row] = await testbed.rows(`select prosrc as body from pg_proc where proname = 'check_order_stage'`);
  const [moves, under] = [...String(row?.body).matchAll(/jsonb := '(.*)'/g)].map(
    ([, json]) => JSON.parse(json ?? '') as unknown,
  );
  expect([moves, under]).toEqual([stageMoves, stagesOf]);
});

test('every stage stands under a status, and a move of the status leads to one that does', () => {
  expect(new Set(Object.values(stagesOf).flat())).toEqual(new Set(orderStages));
  for (const status of orderStatuses.slice(2)) expect(stagesOf[status]).toContain(stageAfter('by_hand', status));
  expect(isStageMove('released', 'sent', 'completed')).toBe(true);
  expect(isStageMove('sent', 'approved', 'completed')).toBe(false);
});
