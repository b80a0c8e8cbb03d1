import type { Actor } from '#server/http/guards/actor.ts';
import { assertPermission, assertStepUp } from '#server/http/guards/guard.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { Invalid } from '#server/lib/refusal.ts';
import type { BodyOf, ResultOf } from '#shared/kernel/endpoint.ts';
import type { importStatement as importContract } from '#shared/payouts/payouts.statements.contract.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { importStatement } from './payouts.import.service.ts';
import { previewOf } from './payouts.preview.service.ts';

type Received = {
  file: StagedFile | undefined;
  stepUpToken: string | undefined;
  idempotency: Idempotency<ResultOf<typeof importContract>>;
  /** Runs where the answer is a preview, or a statement that was imported before. */
  answerUnchanged: () => void;
};

/**
 * Shows what a statement would bring, or imports it, which needs payouts.release and the password. Refuses with
 * file_missing, not_permitted, step_up_required, and as `importStatement` does.
 */
export async function receiveStatement(
  deps: PayoutsDeps,
  actor: Actor,
  body: BodyOf<typeof importContract>,
  { file, stepUpToken, idempotency, answerUnchanged }: Received,
): Promise<Outcome<ResultOf<typeof importContract>>> {
  if (!file) throw new Invalid('file_missing', 'statement_missing', { fields: { statement: 'statement_missing' } });
  if (body.preview === 'true') {
    answerUnchanged();
    const { accountId, format, profileId } = body;
    return idempotency.unstored(await previewOf(deps, { accountId, format, profileId }, file));
  }
  assertPermission(actor, 'payouts.release');
  await assertStepUp(deps.sessions, actor, { asked: true, token: stepUpToken });
  return importStatement(deps, actor, body, file, { idempotency, onKnown: answerUnchanged });
}
