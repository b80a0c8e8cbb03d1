import type { Tx } from '#server/db/connection.ts';
import type { TransactionSender } from '#server/db/query.ts';
import type { UserRole } from '#server/http/guards/actor.ts';
import { newId } from '#server/lib/new-id.ts';
import { paramsOf, type AuditActionName, type AuditDetails } from '#shared/audit/audit.actions.ts';
import type { AboutUser } from '#shared/audit/audit.kinds.ts';
import type { AuditSubject } from '#shared/audit/audit.subjects.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { fieldsOf } from '#shared/kernel/records.ts';
import { deleteAuditTexts, insertAuditRows, insertAuditText } from './audit.queries.ts';
import { signEntry, type AuditAction } from './audit.signature.ts';

/** Who acted: a signed-in user, the system itself, or a visitor (never identified by address). */
export type AuditActor =
  | { userId: Id<'user'>; role: UserRole; requestId?: string }
  | 'system'
  | { visitor: true; requestId?: string };

/**
 * A member's text about a user, as a detail: stored beside the log, which only refers to it, and erased with the user.
 */
export function textAbout(userId: Id<'user'>, text: string): AboutUser;
export function textAbout(userId: Id<'user'>, text: string | null): AboutUser | null;
export function textAbout(userId: Id<'user'>, text: string | null): AboutUser | null {
  return text === null ? null : { userId, text };
}

/** Erases the texts about a user from the log; it still shows that there was a reason. */
export async function eraseAuditTexts(tx: Tx, userId: Id<'user'>): Promise<void> {
  await deleteAuditTexts(tx, { userId });
}

/** These details, and none that the action does not declare. */
type ExactDetails<Declared, DetailsArgument> = DetailsArgument &
  Readonly<Record<Exclude<keyof DetailsArgument, keyof Declared>, never>>;
/** Actions whose details are all optional can be recorded without them. */
type DetailsArgument<Declared, Details> = object extends Declared
  ? [details?: ExactDetails<Declared, Details>]
  : [details: ExactDetails<Declared, Details>];

class CheckedRecord {
  readonly action: AuditActionName;
  readonly details: object;
  protected readonly isDeclared = true;
  constructor(action: AuditActionName, details: object) {
    this.action = action;
    this.details = details;
  }
}

/** An action with its details, checked where it is put together: for functions that record an entry of their caller. */
export type AuditRecord = CheckedRecord;

/** An action with the details that shared/audit declares for it, and none besides. */
export function auditRecord<Action extends AuditActionName, Details extends AuditDetails<Action>>(
  action: Action,
  ...[details]: DetailsArgument<AuditDetails<Action>, Details>
): AuditRecord {
  return new CheckedRecord(action, details ?? {});
}

/** An action whose details were checked by the type of its contract, where the action is one of many. */
export function checkedRecord(action: AuditActionName, details: object): AuditRecord {
  return new CheckedRecord(action, details);
}

/**
 * Records an action in its transaction, with the details that shared/audit declares for it: never a secret, a code, a
 * document number or a whole account; free text about a user only through `textAbout`.
 */
export async function recordAudit<Action extends AuditActionName, Details extends AuditDetails<Action>>(
  tx: TransactionSender,
  actor: AuditActor,
  action: Action,
  subject?: AuditSubject,
  ...[details]: DetailsArgument<AuditDetails<Action>, Details>
): Promise<void> {
  await writeAudit(tx, actor, new CheckedRecord(action, details ?? {}), subject);
}

/** Records an entry that was put together before. */
export async function writeAudit(
  tx: TransactionSender,
  actor: AuditActor,
  { action, details }: AuditRecord,
  subject?: AuditSubject,
): Promise<void> {
  await insertAuditRows(tx, [signedEntry(actor, action, subject, await withoutTexts(tx, action, details))]);
}

/** Records one action on each of many subjects with one statement; none of the details is a text about a user. */
export async function recordAudits<Action extends AuditActionName>(
  tx: TransactionSender,
  actor: AuditActor,
  action: Action,
  subjects: readonly (AuditSubject & { details: AuditDetails<Action> & object })[],
): Promise<void> {
  await insertAuditRows(
    tx,
    subjects.map(({ details, ...subject }) => signedEntry(actor, action, subject, details)),
  );
}

function signedEntry(
  actor: AuditActor,
  action: AuditActionName,
  subject: AuditSubject | undefined,
  details: object,
): AuditAction & { signature: Buffer } {
  // The form in which the database returns it: dates as text, without absent keys.
  const storedDetails = fieldsOf(JSON.parse(JSON.stringify(details)));
  const subjectType = subject?.type ?? null;
  const subjectId = subject?.id ?? null;
  const entry = { ...describeActor(actor), action, subjectType, subjectId, details: storedDetails };
  return { ...entry, signature: signEntry(entry) };
}

/** The details with a reference in place of each text about a user. */
async function withoutTexts(tx: TransactionSender, action: AuditActionName, details: object): Promise<object> {
  const declaredParams = paramsOf(action);
  const storedDetails: Record<string, unknown> = { ...details };
  for (const [name, value] of Object.entries(storedDetails)) {
    if (declaredParams[name]?.kind !== 'about' || !isUserText(value)) continue;
    const textId = newId('auditText');
    await insertAuditText(tx, { id: textId, userId: value.userId, text: value.text });
    storedDetails[name] = { textId };
  }
  return storedDetails;
}

function isUserText(value: unknown): value is AboutUser {
  return typeof value === 'object' && value !== null && 'userId' in value;
}

function describeActor(actor: AuditActor): Pick<AuditAction, 'actorId' | 'actorRole' | 'requestId'> {
  if (actor === 'system') return { actorId: null, actorRole: 'system', requestId: null };
  if ('visitor' in actor) return { actorId: null, actorRole: 'visitor', requestId: actor.requestId ?? null };
  return { actorId: actor.userId, actorRole: actor.role, requestId: actor.requestId ?? null };
}
