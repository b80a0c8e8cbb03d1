import type { Tx } from '#server/db/connection.ts';
import { checkedRecord, writeAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { callOf, type Call, type PendingApproval } from '#server/http/guards/four-eyes.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import type { MountRoute } from '#server/http/route.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { AuditDetails } from '#shared/audit/audit.actions.ts';
import type { Action } from '#shared/kernel/action.ts';
import type { ApprovalDetails } from '#shared/kernel/approval.ts';
import type { BodyOf, ResultOf } from '#shared/kernel/endpoint.ts';
import type { Reason } from '#shared/kernel/reason.ts';

type ActDeps = Pick<Platform, 'fourEyes' | 'inTx' | 'now'>;

/** How the rows of a feature are found, whose they are, and what makes one valid; once for all actions on them. */
export type ActionRow<Deps, Row, View> = {
  /** Holds the row, after whatever has to be held before it; undefined where there is none. */
  lock: (tx: Tx, id: string, deps: Deps) => Promise<Row | undefined>;
  ownerOf: (row: Row) => string | null;
  stateOf: (row: Row) => string;
  versionOf: (row: Row) => number;
  /** False for one that the product did not write. */
  isSigned: (row: Row) => boolean;
  present: (row: Row) => View;
  reasons: { missing: NotFoundReason } & Record<'decided' | 'changed' | 'tampered', Reason>;
};

type NotFoundReason = ConstructorParameters<typeof NotFound>[0];

/** What an action has in hand: its row under its lock, and who does it, who is the asker where a second member agreed. */
export type Acting<Deps, E extends Action, Row> = {
  tx: Tx;
  deps: Deps;
  actor: Actor;
  row: Row;
  body: BodyOf<E>;
  now: Date;
};

/** What is an action's own. */
type Steps<Deps, E extends Action, Row> = {
  /** Where more has to be held than the row's own `lock` does. */
  lock?: ActionRow<Deps, Row, unknown>['lock'];
  /** Throws where it cannot be done now. */
  check?: (acting: Acting<Deps, E, Row>) => Promise<void> | void;
  /** Does it. Returns the row as it is then, and what the audit entry says of it. */
  apply: (acting: Acting<Deps, E, Row>) => Promise<{ row: Row; details: AuditDetails<E['audit']> & object }>;
} & (E extends { second: string } ? { second: Second<Deps, E, Row> } : { second?: never });

type Second<Deps, E extends Action, Row> = {
  /** True where the rule applies. */
  isNeeded: (acting: Acting<Deps, E, Row>) => Promise<boolean> | boolean;
  /** What the second member is shown; it is asked again where this has changed by then. */
  facts: (acting: Acting<Deps, E, Row>) => ApprovalDetails;
};

type Sent = { params: { id: string }; body: unknown; call?: Call };

/** An action as its route carries it out. */
export type DeclaredAction<Deps> = {
  contract: Action;
  carryOut: (deps: Deps, actor: Actor, sent: Sent) => Promise<unknown>;
};

/**
 * Makes an action of what is its own. Carried out, it does in one transaction, in this order: the row under its lock, or
 * not_found; own_case; the signature; already_decided; the version that was seen; `check`; the second member; `apply`; the
 * audit entry. A request that waits stores the call itself, and ends there.
 */
export function act<Deps extends ActDeps, const E extends Action, Row>(
  contract: E,
  found: ActionRow<Deps, Row, ResultOf<E>>,
  steps: Steps<Deps, E, Row>,
): DeclaredAction<Deps> {
  const { reasons } = found;
  const lock = steps.lock ?? found.lock;
  const second: Second<Deps, E, Row> | undefined = steps.second;

  async function locked(tx: Tx, deps: Deps, actor: Actor, { params, body }: Sent): Promise<Row> {
    const row = await lock(tx, params.id, deps);
    if (row === undefined) throw new NotFound(reasons.missing);
    assertNotOwnCase(actor, found.ownerOf(row));
    if (!found.isSigned(row)) throw new Conflict('conflict', reasons.tampered);
    if (!contract.from.includes(found.stateOf(row))) throw new Conflict('already_decided', reasons.decided);
    const version = found.versionOf(row);
    const seen = (body as { version?: unknown }).version;
    if (seen !== undefined && seen !== version) throw new Conflict('conflict', reasons.changed, { version });
    return row;
  }

  /** The request that waits; undefined where the action goes on. */
  async function askSecond(
    acting: Acting<Deps, E, Row>,
    { params, body, call = callOf(contract, { params, body }) }: Sent,
  ): Promise<PendingApproval | undefined> {
    if (!second || !contract.second) return undefined;
    const { tx, deps, actor, row } = acting;
    const request = {
      kind: contract.second,
      subjectId: params.id,
      facts: second.facts(acting),
      state: String(found.versionOf(row)),
    };
    return deps.fourEyes.pass(tx, actor, request, call, await second.isNeeded(acting));
  }

  const carryOut: DeclaredAction<Deps>['carryOut'] = (deps, actor, sent) =>
    deps.inTx(async (tx) => {
      const row = await locked(tx, deps, actor, sent);
      const acting = { tx, deps, actor, row, body: sent.body as BodyOf<E>, now: deps.now() };
      await steps.check?.(acting);
      const pending = await askSecond(acting, sent);
      if (pending) return pending;
      const { row: after, details } = await steps.apply(acting);
      await writeAudit(tx, actor, checkedRecord(contract.audit, details), { type: contract.on, id: sent.params.id });
      return found.present(after);
    });
  return { contract, carryOut };
}

/** Mounts actions on the router of their feature. */
export function mountActions<Deps>(route: MountRoute, deps: Deps, actions: readonly DeclaredAction<Deps>[]): void {
  for (const { contract, carryOut } of actions) route(contract, ({ actor, ...sent }) => carryOut(deps, actor, sent));
}
