import type { Tx } from '#server/db/connection.ts';
import { checkedRecord, writeAudit, type AuditRecord } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import {
  callOf,
  type ApprovalRequest,
  type Call,
  type FourEyes,
  type PendingApproval,
  type RequestContent,
  type RequestSubjectId,
} from '#server/http/guards/four-eyes.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import type { JsonText } from '#server/http/reply.ts';
import type { Handler, Input, MountRoute } from '#server/http/route.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { AuditActionName, AuditDetails } from '#shared/audit/audit.actions.ts';
import type { AuditSubject, IdOfSubject } from '#shared/audit/audit.subjects.ts';
import type { Action } from '#shared/kernel/action.ts';
import type { RequestDetails } from '#shared/kernel/approval-details.ts';
import type { ApprovalKind } from '#shared/kernel/approval.ts';
import type { BodyOf, ParamsOf, ResultOf } from '#shared/kernel/endpoint.ts';
import type { Requirement } from '#shared/kernel/permission.ts';
import type { Reason } from '#shared/kernel/reason.ts';
import { fieldsOf } from '#shared/kernel/records.ts';

type ActDeps = Pick<Platform, 'inTx' | 'now'> & { fourEyes?: FourEyes };

/** Finds the rows of a feature, their owners and what makes one valid; once for all actions on them. */
export type ActionRow<Deps, Row, View, Params, Body = unknown> = {
  /** Locks the row, after the rows that must be locked before it; undefined if there is none. */
  lock: (tx: Tx, params: Params, deps: Deps, body: Body) => Promise<Row | undefined>;
  missing: NotFoundReason;
  /** The users whose own case a row is; absent for rows of no person. */
  ownersOf?: (row: Row) => readonly (string | null)[];
  /** Absent for rows without states. */
  state?: { of: (row: Row) => string; decided: Refused<Row> };
  /** Absent for rows without versions. */
  version?: { of: (row: Row) => string | number; changed: Refused<Row> };
  /** Absent for rows that are not signed; `is` is false for one that the product did not write. */
  signed?: { is: (row: Row) => boolean; tampered: Reason };
  /** Absent where each action answers something of its own. */
  present?: (row: Row, on: { tx: Tx; deps: Deps; actor: Actor }) => View | Promise<View>;
};

type NotFoundReason = ConstructorParameters<typeof NotFound>[0];
/** The reason why a row is refused; a function where the reason or the answer depends on the row. */
type Refused<Row> = Reason | ((row: Row) => Conflict);

const refusal = <Row>(code: 'already_decided' | 'conflict', refused: Refused<Row>, row: Row, extra = {}) =>
  typeof refused === 'function' ? refused(row) : new Conflict(code, refused, extra);

/** The locked row of an action, and its actor: the member who asked, where a second member approved. */
export type Acting<Deps, E extends Action, Row, Checked = unknown> = {
  tx: Tx;
  deps: Deps;
  actor: Actor;
  row: Row;
  params: ParamsOf<E>;
  body: BodyOf<E>;
  now: Date;
  /** The request of a second member who agreed, and who they are. */
  approved: Call['approved'];
  /** The result of its `check`. */
  checked: Checked;
};

/** An entry of the audit log; without a subject it is about the row that the path names. */
export type ActionEntry = { record: AuditRecord; subject?: AuditSubject };

/** The changed row, or an answer that is not a view of it. */
type Answered<E extends Action, Row, View> =
  | { answer: ResultOf<E> | JsonText }
  | ([View] extends [ResultOf<E> | JsonText] ? { row: Row } : never);
/** Details of the one entry that the contract declares, or the entries if there may be several or none. */
type Entered<E extends Action> =
  | (E['audit'] extends AuditActionName
      ? { details: AuditDetails<E['audit']> & object; subjectId?: IdOfSubject<E['on']> }
      : never)
  | { entries: readonly ActionEntry[] };

/** Result of an action's `apply`. */
type Done<Row> = ({ answer: unknown } | { row: Row }) &
  ({ details: object; subjectId?: string } | { entries: readonly ActionEntry[] });

/** The steps that are specific to an action. */
type Steps<Deps, E extends Action, Row, View, Checked> = {
  /** Replaces the row's own `lock` where the action locks more, or where the body names the row. */
  lock?: ActionRow<Deps, Row, View, ParamsOf<E>, BodyOf<E>>['lock'];
  /** Replaces the row's own refusal of another state. */
  decided?: Refused<Row>;
  /** Throws if the action is not possible now; its result is handed on as `checked`. */
  check?: (acting: Acting<Deps, E, Row>) => Promise<Checked> | Checked;
  /** Carries the action out. Returns the answer, and the details of the audit entry. */
  apply: (acting: Acting<Deps, E, Row, Checked>) => Promise<Answered<E, Row, View> & Entered<E>>;
  second?: Second<Acting<Deps, E, Row, Checked>, NonNullable<E['second']>>;
} & (E extends { second: string } ? { second: object } : { second?: never });

type Second<Now, Kind extends ApprovalKind> = {
  /** True where the rule of dual approval applies. */
  isNeeded: (acting: Now) => Promise<boolean> | boolean;
  /** Details that the second member is shown; it is asked again where they have changed by then. */
  details: (acting: Now) => RequestDetails | Promise<RequestDetails>;
  /** Adds to the request; its subject is the row, and its state the row's version, unless they are named here. */
  more?: (acting: Now) => More<Kind> | Promise<More<Kind>>;
  /** Runs once for each new request, e.g. to queue a mail about it. */
  asked?: (acting: Now) => Promise<void>;
};

type More<Kind extends ApprovalKind> = Partial<Omit<RequestContent, 'details'>> & {
  subjectId?: RequestSubjectId<Kind>;
};

/**
 * A call as its route has parsed it; `call` is set for an action that may wait or was approved by a second member,
 * `idempotency` for one that is made once for each key.
 */
export type SentAction<E extends Action> = {
  params: ParamsOf<E>;
  body: BodyOf<E>;
  call?: Call;
  idempotency?: Idempotency<unknown> | undefined;
};

/** The answer of its route. */
export type CarriedOut<E extends Action> = E extends { idempotent: true }
  ? Outcome<ResultOf<E> | JsonText | Waits<E>>
  : ResultOf<E> | JsonText | Waits<E>;
type Waits<E> = E extends { second: string } ? PendingApproval : never;

/** An action as its route carries it out; a method, so that a list may hold actions of several contracts. */
export type DeclaredAction<Deps, E extends Action = Action> = {
  contract: E;
  carryOut(deps: Deps, actor: Actor, sent: SentAction<E>): Promise<CarriedOut<E>>;
};

/**
 * Makes an action from its own steps. One transaction does, in this order: lock or not_found; own_case; signature
 * (conflict); already_decided; version (conflict); `check`; second member, which ends a call that has to wait; `apply`;
 * audit entry.
 */
export function act<Deps extends ActDeps, const E extends Action, Row, View, Checked = void>(
  contract: E,
  actionRow: ActionRow<Deps, Row, View, ParamsOf<E>, BodyOf<E>>,
  steps: Steps<Deps, E, Row, View, Checked>,
): DeclaredAction<Deps, E> {
  const lock = steps.lock ?? actionRow.lock;
  const { second }: { second?: Second<Acting<Deps, E, Row, Checked>, ApprovalKind> } = steps;

  async function locked(tx: Tx, deps: Deps, actor: Actor, { params, body, call }: SentAction<E>): Promise<Row> {
    const row = await lock(tx, params, deps, body);
    if (row === undefined) throw new NotFound(actionRow.missing);
    const owners = contract.ownCase ? [] : (actionRow.ownersOf?.(row) ?? []);
    for (const owner of owners) {
      assertNotOwnCase(actor, owner);
      // The details may name another customer than its owner.
      if (call?.approved) assertNotOwnCase(call.approved.by, owner);
    }
    const { signed, state, version } = actionRow;
    if (signed && !signed.is(row)) throw new Conflict('conflict', signed.tampered);
    if (state && contract.from && !contract.from.includes(state.of(row)))
      throw refusal('already_decided', steps.decided ?? state.decided, row);
    const { version: seenVersion } = fieldsOf(body);
    if (version && seenVersion !== undefined && seenVersion !== version.of(row))
      throw refusal('conflict', version.changed, row, { version: version.of(row) });
    return row;
  }

  /** Returns the request that waits; undefined if the action may continue. */
  async function askSecond(
    context: Acting<Deps, E, Row, Checked>,
    call = callOf(contract, context),
  ): Promise<PendingApproval | undefined> {
    const { tx, deps, actor, row } = context;
    if (!second || !contract.second) return undefined;
    if (!deps.fourEyes) throw new Error(`${contract.path} may wait for a second member, and has no way to.`);
    const request: ApprovalRequest = {
      kind: contract.second,
      subjectId: idOf(context.params) ?? '',
      details: await second.details(context),
      ...(actionRow.version && { state: String(actionRow.version.of(row)) }),
      ...(await second.more?.(context)),
    };
    const pendingApproval = await deps.fourEyes.pass(tx, actor, request, call, await second.isNeeded(context));
    if (pendingApproval?.isNew) await second.asked?.(context);
    return pendingApproval;
  }

  async function carryOut(deps: Deps, actor: Actor, sentAction: SentAction<E>): Promise<unknown> {
    const { params, body, call, idempotency } = sentAction;
    const work = async (tx: Tx): Promise<unknown> => {
      const row = await locked(tx, deps, actor, sentAction);
      const now = deps.now();
      const base = { tx, deps, actor, row, params, body, now, approved: call?.approved, checked: undefined };
      // An action without a check has no result to hand on.
      const context = { ...base, checked: (await steps.check?.(base)) as Checked };
      const pendingApproval = await askSecond(context, call);
      if (pendingApproval) return pendingApproval;
      const result: Done<Row> = await steps.apply(context);
      for (const { record, subject } of entriesOf(contract, result))
        await writeAudit(tx, actor, record, subject ?? subjectOf(contract, idOf(params)));
      return 'answer' in result ? result.answer : actionRow.present?.(result.row, { tx, deps, actor });
    };
    return idempotency ? idempotency.run(work) : deps.inTx(work);
  }
  // `work` answers a row's view, an answer of the contract, or that it waits.
  return { contract, carryOut: carryOut as DeclaredAction<Deps, E>['carryOut'] };
}

/** The id in a path, under any name. */
function idOf(params: unknown): string | undefined {
  const [id] = Object.values(fieldsOf(params));
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

function entriesOf<Row>(contract: Action, result: Done<Row>): readonly ActionEntry[] {
  const { audit } = contract;
  if ('entries' in result) return result.entries;
  const { details, subjectId } = result;
  if (typeof audit !== 'string') throw new Error('An action with several audit entries says which it made.');
  const subject = subjectOf(contract, subjectId);
  return [{ record: checkedRecord(audit, details), ...(subject && { subject }) }];
}

/** The subject of an entry; undefined without an id. */
function subjectOf({ on: type }: Action, id: string | undefined): AuditSubject | undefined {
  // The contract and the types of its steps say of which kind the id is.
  return id === undefined ? undefined : ({ type, id } as AuditSubject);
}

/** Actions of a feature that one permission allows. */
export type ActionsOf<Deps, May extends Requirement> = readonly (DeclaredAction<Deps> & { contract: { may: May } })[];

/** Mounts actions that one permission allows on the router of their feature; an action of another does not compile. */
export function mountActions<Deps, May extends Requirement>(
  route: MountRoute,
  may: May,
  deps: Deps,
  actions: ActionsOf<Deps, NoInfer<May>>,
): void {
  for (const action of actions) {
    const handle = async ({ actor, ...sentAction }: Input<Action>): Promise<unknown> =>
      action.carryOut(deps, actor, sentAction);
    // The kind of answer is that of each contract.
    route<Action, Handler<Action>>(action.contract, may, handle as Handler<Action>);
  }
}
