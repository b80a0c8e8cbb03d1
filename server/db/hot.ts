import { createHash } from 'node:crypto';

/** SQL text sent as a named statement, so that PostgreSQL parses and plans it once per connection. */
export type Statement<Kind extends 'read' | 'write', Row> = {
  readonly kind: Kind;
  readonly name: string;
  readonly text: string;
  /** Only for the compiler: what a row of the answer looks like. */
  readonly row?: Row;
};

export type ReadStatement<Row> = Statement<'read', Row>;
export type WriteStatement<Row> = Statement<'write', Row>;

/** What a statement can be sent through: `Db` takes reads, `Tx` takes both. */
export type Runner<Kind extends 'read' | 'write'> = {
  /** Sends a named statement; `values` fill $1, $2, …; numerics come back as strings. */
  run: <Row>(statement: Statement<Kind, Row>, values?: readonly unknown[]) => Promise<Row[]>;
};

const writes = /\b(insert\s+into|update\s+\S+\s+set|delete\s+from|merge\s+into|truncate|nextval)\b/i;

/** Declares a hot read at module level. Throws at once if the text writes: a write needs a Tx. */
export function readStatement<Row>(text: string): ReadStatement<Row> {
  if (writes.test(text)) throw new Error(`A read statement must not write: ${text.slice(0, 80)}`);
  return { kind: 'read', name: nameOf(text), text };
}

/** Declares a hot write at module level; only a Tx runs it. */
export function writeStatement<Row>(text: string): WriteStatement<Row> {
  return { kind: 'write', name: nameOf(text), text };
}

/**
 * Answers the JSON text PostgreSQL made (one row, one column called `json`), to be sent as it is. Only for the
 * few answers where the bench shows that parsing and printing again costs more than clarity is worth.
 */
export async function readJsonText(
  db: Runner<'read'>,
  statement: ReadStatement<{ json: string }>,
  values: readonly unknown[] = [],
): Promise<string> {
  const [row] = await db.run(statement, values);
  if (!row) throw new Error('A JSON text statement must answer one row.');
  return row.json;
}

/** Named after the text, so that two statements can never share a name and the same text is prepared once. */
function nameOf(text: string): string {
  return `s_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
}
