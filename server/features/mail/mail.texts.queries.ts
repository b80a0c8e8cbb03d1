import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import type { MailText } from '#shared/mail/mail.texts.contract.ts';
import { mailTexts } from './mail.tables.ts';

type Id = { template: string; language: string };

const isIt = ({ template, language }: Id) => and(eq(mailTexts.template, template), eq(mailTexts.language, language));
const { template, subject, heading, body } = mailTexts;
const text = { subject, heading, body };

/** Returns the team's own mail texts in a language. */
export async function selectMailTexts(db: Db, language: string): Promise<(MailText & { template: string })[]> {
  return db
    .select({ template, ...text })
    .from(mailTexts)
    .where(eq(mailTexts.language, language));
}

/** Returns the operator's text of one mail; undefined if the built-in one applies. */
export async function selectMailText(db: Db, id: Id): Promise<MailText | undefined> {
  const [row] = await db.select(text).from(mailTexts).where(isIt(id));
  return row;
}

/** Stores a text of a mail in place of the earlier one. */
export async function upsertMailText(tx: Tx, id: Id, text: MailText, updatedBy: string): Promise<void> {
  const row = { ...text, updatedBy, updatedAt: sql`now()` };
  await tx
    .insert(mailTexts)
    .values({ ...id, ...row })
    .onConflictDoUpdate({ target: [mailTexts.template, mailTexts.language], set: row });
}

/** Removes a text of a mail; false if there was none. */
export async function deleteMailText(tx: Tx, id: Id): Promise<boolean> {
  return (await tx.delete(mailTexts).where(isIt(id)).returning({ template: mailTexts.template })).length > 0;
}
