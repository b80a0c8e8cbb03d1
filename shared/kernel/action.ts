import type { z } from 'zod';
import type { AuditActionName, AuditSubjectType } from '#shared/audit/audit.actions.ts';
import type { ApprovalKind } from './approval.ts';
import { endpoint, type Declaration, type Endpoint, type Implied, type Method } from './endpoint.ts';
import type { ErrorCode } from './error.ts';
import type { Requirement } from './permission.ts';

/** What the team does to one row: what every such action does alike is declared here, and done once by the server's `act`. */
export interface ActionShape {
  /** The kind of row that `:id` names. */
  on: AuditSubjectType;
  /** The states of the row in which it can be done; the buttons of the screen read them too. */
  from: readonly string[];
  /** What the audit log records of it. */
  audit: AuditActionName;
  /** The group of rules that may ask for a second member. */
  second?: ApprovalKind;
}

/** The body of an action: its fields by their names; of a row that has versions also `version`. */
type ActionBody = z.ZodObject<Record<string, z.ZodType>>;

/** An endpoint of the administration that is an action. */
export type Action = Extract<Endpoint, { access: 'admin' }> &
  ActionShape & { params: z.ZodType<{ id: string }>; body: ActionBody; response: z.ZodType };

type Declared = Omit<Declaration, 'access' | 'secondUser' | 'errors'> &
  ActionShape & { may: Requirement; body: ActionBody; errors?: readonly ErrorCode[] };

/** What is refused for every action. */
export const actionErrors = ['not_found', 'own_case', 'already_decided', 'conflict'] as const;

type Made<Call extends string, D extends Declared> = D &
  Omit<Implied<Call, D>, 'access'> & { access: 'admin' } & (D extends { second: ApprovalKind }
    ? { secondUser: true }
    : unknown);

/** Declares what the team does to the row that `:id` names, such as `POST /api/admin/refunds/:id/cancel`. */
export function action<const Call extends `${Method} /${string}/:id/${string}`, const D extends Declared>(
  call: Call,
  { errors = [], ...declared }: D,
): Made<Call, D> {
  const secondUser = declared.second ? { secondUser: true as const } : {};
  const made: unknown = endpoint(call, { ...declared, ...secondUser, errors: [...actionErrors, ...errors] });
  return made as Made<Call, D>;
}
