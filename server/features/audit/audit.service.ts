import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import type { Drizzle, Sends } from '#server/db/query.ts';
import type { UserRole } from '#server/http/guards/actor.ts';
import type { AuditActionName, AuditSubjectType } from '#shared/audit/audit.actions.ts';
import { deleteAuditTexts, insertAuditRows, insertAuditText } from './audit.queries.ts';
import { signEntry, type AuditAction } from './audit.signature.ts';

/** Who acted: a signed-in user, the system itself, or a visitor (never identified by address). */
export type AuditActor =
  | { userId: string; role: UserRole; requestId?: string }
  | 'system'
  | { visitor: true; requestId?: string };

/** What it was done to, e.g. `{ type: 'transaction', id }`. */
export type AuditSubject = { type: AuditSubjectType; id: string };

/** Free text about a user in the details of an action. */
class TextAbout {
  readonly userId: string;
  readonly text: string;
  constructor(userId: string, text: string) {
    this.userId = userId;
    this.text = text;
  }
}

/** What a member wrote of a user, as a detail: stored beside the log, which only refers to it, and erased with the user. */
export function textAbout(userId: string, text: string | null): TextAbout | null {
  return text === null ? null : new TextAbout(userId, text);
}

/** Erases what reasons say of a user; the log keeps that there was one. */
export async function eraseAuditTexts(tx: Tx, userId: string): Promise<void> {
  await deleteAuditTexts(tx, { userId });
}

/**
 * Records an action in the transaction it belongs to: `action` is one of shared/audit/audit.actions.ts.
 * `details` are data such as before and after; never a secret, a code, a document number or a full bank account;
 * of free text about a user only `textAbout`.
 */
export async function recordAudit(
  tx: Sends<Drizzle>,
  actor: AuditActor,
  action: AuditActionName,
  subject?: AuditSubject,
  details: Record<string, unknown> = {},
): Promise<void> {
  await insertAuditRows(tx, [signedEntry(actor, action, subject, await withoutTexts(tx, details))]);
}

/** Records one action on each of many subjects with one statement; none of the details is a text about a user. */
export async function recordAudits(
  tx: Sends<Drizzle>,
  actor: AuditActor,
  action: AuditActionName,
  subjects: readonly (AuditSubject & { details: Record<string, unknown> })[],
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
  details: Record<string, unknown>,
): AuditAction & { signature: Buffer } {
  // As the database will give it back: dates as text, absent keys gone.
  const stored = JSON.parse(JSON.stringify(details)) as Record<string, unknown>;
  const [subjectType, subjectId] = [subject?.type ?? null, subject?.id ?? null];
  const entry = { ...describeActor(actor), action, subjectType, subjectId, details: stored };
  return { ...entry, signature: signEntry(entry) };
}

/** The details with a reference in place of each text about a user. */
async function withoutTexts(tx: Sends<Drizzle>, details: Record<string, unknown>): Promise<Record<string, unknown>> {
  const stored = { ...details };
  for (const [name, value] of Object.entries(details)) {
    if (!(value instanceof TextAbout)) continue;
    const textId = randomUUID();
    await insertAuditText(tx, { id: textId, userId: value.userId, text: value.text });
    stored[name] = { textId };
  }
  return stored;
}

function describeActor(actor: AuditActor): Pick<AuditAction, 'actorId' | 'actorRole' | 'requestId'> {
  if (actor === 'system') return { actorId: null, actorRole: 'system', requestId: null };
  if ('visitor' in actor) return { actorId: null, actorRole: 'visitor', requestId: actor.requestId ?? null };
  return { actorId: actor.userId, actorRole: actor.role, requestId: actor.requestId ?? null };
}
