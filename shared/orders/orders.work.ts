import { undecidedStages, type OrderStage } from './orders.stages.ts';

/**
 * An open order waits for a decision of the team (`todo`), its customer, the chain or another member (`waiting`), or,
 * once it is approved, its payout (`approved`).
 */
const openWorks = ['todo', 'waiting', 'approved'] as const;
/** The open orders of a kind of work, or those the reader has decided (`done`), in any state since. */
export const orderWorks = [...openWorks, 'done'] as const;
export type OrderWork = (typeof orderWorks)[number];
export type OpenWork = (typeof openWorks)[number];

/** The stages in which a member decides; `by_hand` only once the customer's proof is there. */
export const todoStages = ['by_hand', 'confirmed', 'question'] as const satisfies readonly OrderStage[];

/** True for an order that no one has approved yet. */
export const isUndecidedStage = (stage: OrderStage): boolean =>
  undecidedStages.some((stageName) => stageName === stage);

/** True while a batch is to pay an order, or holds it: nothing is paid by hand beside it. */
export const isPaidByBatch = (stage: OrderStage): boolean => ['approved', 'batched', 'on_hold'].includes(stage);
