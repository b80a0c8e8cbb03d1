import { readStageInputs } from '#server/features/orders/orders.stage.queries.ts';
import { stageOf } from '#shared/orders/orders.stage.ts';
import type { Testbed } from '#tests/setup/testbed.ts';

/** The orders, all or these, whose stored stage differs from the derived one. */
export async function otherStages(
  { app, rows }: Pick<Testbed, 'app' | 'rows'>,
  orderIds?: readonly string[],
): Promise<string[]> {
  const ids = orderIds ?? (await rows('select id from orders')).map(({ id }) => String(id));
  const inputs = await app.deps.inTx((tx) => readStageInputs(tx, { ids }));
  return inputs.flatMap(({ status, stage, parts }) => {
    const derivedStage = stageOf({ status, ...parts });
    return derivedStage === stage ? [] : [`${status} ${stage}, not ${derivedStage}`];
  });
}
