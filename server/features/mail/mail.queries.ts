import type { Tx } from '#server/db/connection.ts';
import { outbox } from './mail.tables.ts';

export type NewMail = {
  template: string;
  recipient: string;
  userId: string | null;
  language: string;
  data: Record<string, unknown>;
};

/** Writes a mail to be sent; answers its id. */
export async function insertMail(tx: Tx, mail: NewMail): Promise<string> {
  const [row] = await tx.insert(outbox).values(mail).returning({ id: outbox.id });
  if (!row) throw new Error('The outbox row was not written.');
  return row.id;
}
