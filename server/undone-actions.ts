import { stopSource } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { stopAddress } from '#shared/wallets/wallets.contract.ts';
import type { Tx } from './db/connection.ts';
import type { ApprovalsPorts } from './features/approvals/approvals.ports.ts';
import { liftSourceStop } from './features/deposit-sources/deposit-sources.actions.service.ts';
import { liftStop } from './features/wallets/wallets.stops.service.ts';
import type { Actor } from './http/guards/actor.ts';
import { callNameOf, type CallName } from './http/guards/four-eyes.ts';

type Undo = (tx: Tx, actor: Actor, id: string) => Promise<void>;

/** A stop of an address applies before a second member decides about it: refusing lifts it. */
const undoneBy: Readonly<Record<CallName, Undo | undefined>> = {
  [callNameOf(stopAddress)]: liftStop,
  [callNameOf(stopSource)]: liftSourceStop,
};

/**
 * Returns how a refusal undoes an action that was done already; undefined for all others. Part of the composition root.
 */
export const undoOf: ApprovalsPorts['undoOf'] = ({ input, subjectId }) => {
  const undo = input.call && undoneBy[input.call];
  return undo && ((tx, actor) => undo(tx, actor, subjectId));
};
