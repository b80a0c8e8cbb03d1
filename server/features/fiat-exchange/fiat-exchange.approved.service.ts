import type { Actor } from '#server/http/guards/actor.ts';
import type { Approval } from '#server/http/guards/four-eyes.ts';
import { addExchangeRate, updateExchangeRate } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { id as rateId } from '#shared/kernel/fields.ts';
import { addRate, changeRate, type RateDeps } from './fiat-exchange.admin.service.ts';

/** Sets or changes the pair rate that a second member has approved. Refuses as addRate and changeRate do. */
export async function setApprovedRate(deps: RateDeps, actor: Actor, approval: Approval): Promise<unknown> {
  const { subjectId, input } = approval;
  if (rateId.safeParse(subjectId).success) {
    return changeRate(deps, actor, subjectId, updateExchangeRate.body.parse(input), approval);
  }
  return addRate(deps, actor, addExchangeRate.body.parse(input), approval);
}
