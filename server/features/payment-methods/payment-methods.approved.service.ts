import type { Actor } from '#server/http/guards/actor.ts';
import type { Approval } from '#server/http/guards/four-eyes.ts';
import type { Platform } from '#server/platform.ts';
import { id as methodId } from '#shared/kernel/fields.ts';
import { createPaymentMethod, updatePaymentMethod } from '#shared/payment-methods/payment-methods.contract.ts';
import { changeMethod, createMethod } from './payment-methods.admin.service.ts';

type Deps = Pick<Platform, 'env' | 'inTx' | 'now' | 'fourEyes'>;

/** Adds or changes the receiving account that a second member has approved. Refuses as createMethod and changeMethod do. */
export async function writeApprovedMethod(deps: Deps, actor: Actor, approval: Approval): Promise<unknown> {
  const { subjectId, input } = approval;
  if (methodId.safeParse(subjectId).success) {
    return changeMethod(deps, actor, subjectId, updatePaymentMethod.body.parse(input), approval);
  }
  return createMethod(deps, actor, createPaymentMethod.body.parse(input), approval);
}

/** Whether a request is about a receiving account, not about a deposit address. */
export function isAboutMethod({ facts }: Pick<Approval, 'facts'>): boolean {
  return 'receivingAccount' in facts;
}
