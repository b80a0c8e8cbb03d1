import type { z } from 'zod';
import type { AuditActionName, AuditSubjectType } from '#shared/audit/audit.actions.ts';
import type { ApprovalKind } from './approval.ts';
import { endpoint, type Declaration, type Endpoint, type ImpliedByCall, type Method } from './endpoint.ts';
import type { ErrorCode } from './error.ts';
import type { Requirement } from './permission.ts';

/** Declares an action of the team on one row; the server's `act` runs the steps that all actions share. */
export interface ActionShape {
  /** The kind of row that the path names, or of the section or list that it changes. */
  on: AuditSubjectType;
  /** The states of the row in which it is possible, if it has states; the buttons of the screen read them too. */
  from?: readonly string[];
  /** Its audit entry; one of several if it depends on the body. */
  audit: AuditActionName | readonly AuditActionName[];
  /** The group of rules that may ask for a second member. */
  second?: ApprovalKind;
  /**
   * True for rows that belong to no user, and for actions that members may take on their own account; all others are
   * refused with own_case.
   */
  ownCase?: 'allowed';
}

/** The body of an action: its fields by name; for a row with versions also `version`. */
export type ActionBody = z.ZodObject<Record<string, z.ZodType>>;

/** An endpoint of the administration that is an action. */
export type Action = Extract<Endpoint, { access: 'admin' }> & ActionShape;

type ActionDeclaration = Omit<Declaration, 'access' | 'secondUser' | 'errors'> &
  ActionShape & { may: Requirement; errors?: readonly ErrorCode[]; secondUser?: 'after' };

/** Errors of every action: `already_decided` if it has states, `conflict` if its row has versions. */
const actionErrors = ['not_found', 'own_case', 'already_decided', 'conflict'] as const;

type BuiltAction<Call extends string, D extends ActionDeclaration> = D &
  Omit<ImpliedByCall<Call, D>, 'access'> & { access: 'admin' } & (D extends { second: ApprovalKind }
    ? { secondUser: true }
    : unknown);

/** Declares an action of the team on a row, such as `POST /api/admin/refunds/:id/cancel`. */
export function action<const Call extends `${Method} /api/admin/${string}`, const D extends ActionDeclaration>(
  call: Call,
  { errors = [], ...declaration }: D,
): BuiltAction<Call, D> {
  const secondUser = declaration.second ? { secondUser: true as const } : {};
  const isRefused = {
    not_found: call.includes('/:'),
    own_case: declaration.ownCase === undefined,
    already_decided: declaration.from !== undefined,
    conflict: declaration.from !== undefined || isVersioned(declaration),
  };
  const ownActionErrors = actionErrors.filter((code) => isRefused[code] && !errors.includes(code));
  const result: unknown = endpoint(call, { ...declaration, ...secondUser, errors: [...ownActionErrors, ...errors] });
  // `BuiltAction` is what the lines above made, which spreads of optional fields do not show.
  return result as BuiltAction<Call, D>;
}

/** True if its body names the version of the row that was seen. */
export const isVersioned = ({ body }: { body?: z.ZodType }): boolean =>
  // TypeScript does not narrow a schema by `in`; one with a shape is an object.
  body !== undefined && 'shape' in body && 'version' in (body as ActionBody).shape;
