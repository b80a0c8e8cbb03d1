import { z } from 'zod';
import type { Db, Tx } from '#server/db/connection.ts';
import type { RequestDetails } from '#shared/kernel/approval-details.ts';
import type { ApprovalKind, FourEyesRules } from '#shared/kernel/approval.ts';
import type { BodyOf, Endpoint, Method, ParamsOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import type { RequestInfo } from '../request.ts';
import type { Actor } from './actor.ts';

/** The result of an action that now waits for a second member of the team: 202 with the id of its request. */
export class PendingApproval {
  readonly approvalId: Id<'approval'>;
  /** False where an equal request waits already. */
  readonly isNew: boolean;

  constructor(approvalId: Id<'approval'>, isNew = true) {
    this.approvalId = approvalId;
    this.isNew = isNew;
  }
}

/** The kinds of the rows that requests of each kind are about; a name, such as a month, is the id of no row. */
interface RowOfRequest {
  payout: 'order' | 'payout' | 'statementLine';
  warned_approval: 'order' | 'transfer';
  address: 'addressStop' | 'depositSource' | 'deskAccount' | 'paymentMethod' | 'payoutProfile';
  rate: 'exchangeRate';
  offer: 'offer';
  unblock: 'user';
  erase: 'user';
  settings: never;
  team: 'user';
  refund: 'refund' | 'transfer';
  books: never;
}

/** The id of the subject of a request of this kind. */
export type RequestSubjectId<Kind extends ApprovalKind> = Id<RowOfRequest[Kind]>;

type RequestSubject = {
  [Kind in ApprovalKind]: { kind: Kind; subjectId: RequestSubjectId<Kind> };
}[ApprovalKind];

/** An action as a second member would decide it, under the lock of its subject. */
export type ApprovalRequest = RequestSubject & RequestContent;

/** A request without its subject. */
export type RequestContent = {
  /** Details for the second member; no more personal data than the decision needs. */
  details: RequestDetails;
  /** Members who did the action before, none of whom may decide. */
  notBy?: readonly Id<'user'>[];
  /** Values that are used once it is approved, such as a rate that is held until then. */
  seen?: SeenValues;
  /** State of the subject beside the details; a change of it voids the request. */
  state?: string;
};

/** The call that a request stores. It is parsed again by its contract before it is carried out. */
const storedCall = z.object({
  call: z.templateLiteral([z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), ' /', z.string()]),
  params: z.unknown().optional(),
  body: z.unknown().optional(),
  /** The state of the subject. */
  state: z.string().optional(),
  notBy: z.array(z.string()).optional(),
  seen: z.record(z.string(), z.unknown()).optional(),
});
const noCall = z.object({
  call: z.undefined().optional(),
  state: z.undefined().optional(),
  notBy: z.undefined().optional(),
  seen: z.undefined().optional(),
});

/** The stored call of a request; none after its user was erased, or if a former version wrote it. */
export const storedInput = z.union([storedCall, noCall]);
export type StoredInput = z.output<typeof storedInput>;

class SeenValues {
  readonly values: Readonly<Record<string, unknown>>;
  protected readonly hasSchema = true;
  constructor(values: Readonly<Record<string, unknown>>) {
    this.values = values;
  }
}

/**
 * Stores values with a request and reads them once it is approved, both by one schema; dates go through JSON as text.
 */
export function seenValues<Schema extends z.ZodObject>(schema: Schema) {
  return {
    stored: (values: z.output<Schema>): SeenValues => new SeenValues(values),
    /** Undefined without an approved request, and for one that stored none. */
    of: (approvedCall: Call['approved']): z.output<Schema> | undefined =>
      schema.safeParse(approvedCall?.approval.input.seen).data,
  };
}

/** The request that a second member approves, while its action is carried out. */
export type Approval = Pick<RequestContent, 'details'> & {
  id: Id<'approval'>;
  kind: ApprovalKind;
  /** A text: the stored call says of which row it is. */
  subjectId: string;
  input: StoredInput;
  detailsHash: Buffer;
  askedBy: Id<'user'>;
  expiresAt: Date;
};

/** A call whose action may wait for a second member: the endpoint, and its input as its contract has parsed it. */
export type Call = {
  name: CallName;
  params: unknown;
  body: unknown;
  /** The approved request, and the member who approved it. The call is carried out as the member who asked. */
  approved?: { approval: Approval; by: Actor } | undefined;
};

/** `POST /api/admin/refunds/:id/approve`. */
export type CallName = `${Method} /${string}`;

/** Name of a call, such as "POST /api/orders". */
export const callNameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): CallName => `${method} ${path}`;

/**
 * A call of an endpoint with input as its contract parses it, such as one for each line of a file that was imported.
 */
export const callOf = <E extends Endpoint>(
  endpoint: E,
  { params, body }: { params: ParamsOf<E>; body: BodyOf<E> },
): Call => ({ name: callNameOf(endpoint), params, body });

/** Carries a stored call out as the member who asked for it; `request` is that of the second member. */
export type CarryOut = (asker: Actor, call: Call, request: RequestInfo) => Promise<unknown>;

/** Carries a stored call out; `stepUp` is that of its endpoint. */
export type StoredCall = { carryOut: CarryOut; stepUp: Endpoint['stepUp'] };

/** The calls of all endpoints that may wait for a second member, by their names. */
export type Calls = Map<CallName, StoredCall>;

/** The actions that need a second member, and how they wait for one; the approvals feature implements it. */
export interface FourEyes {
  readonly rules: FourEyesRules;
  /** True where some rule asks for a second member, or a request of an earlier rule still waits for one. */
  isUsed(db: Db): Promise<boolean>;
  /**
   * An action calls this before it writes. It stores the call with the request and returns it where a second member is
   * needed; an approved call claims its request and returns undefined. Refuses with facts_changed, own_request,
   * expired, already_decided.
   */
  pass(
    tx: Tx,
    actor: Actor,
    request: ApprovalRequest,
    call: Call,
    isNeeded?: boolean,
  ): Promise<PendingApproval | undefined>;
  /** Refuses with second_user_needed where no other member of the team could approve, or has `permission`. */
  assertSecondUser(tx: Tx, actor: Actor, permission?: Permission): Promise<void>;
  /** True if another member of the team could approve. */
  hasSecondUser(tx: Tx, actor: Actor): Promise<boolean>;
  /** Voids the waiting payouts to a customer: a member who blocks the customer has new evidence against paying them. */
  voidPayouts(tx: Tx, userId: Id<'user'>): Promise<void>;
}
