/**
 * The lines of an entry of the book as an SQL expression, one after the other: `held:<order> position bitcoin 0.011`.
 */
export function linesOf(entry: string): string {
  const account = (row: string) =>
    `${row}.kind || case when ${row}.subject = '' then '' else ':' || ${row}.subject end`;
  return `(select string_agg(concat_ws(' ', ${account('f')}, ${account('g')}, l.unit, trim_scale(l.amount)), E'\\n' order by l.line)
    from book_lines l join book_accounts f on f.id = l.from_account join book_accounts g on g.id = l.to_account
    where l.entry_id = ${entry}.id)`;
}

/** The payment proofs of an order by their hashes, as an SQL expression. */
export function proofsOf(order: string): string {
  return `(select string_agg(f.filename || ' ' || encode(f.sent_hash, 'hex'), ' ' order by f.filename) from files f
    where f.order_id = ${order}.id and f.purpose = 'payment_proof')`;
}

/** The field `proof` of an order with this payment proof, as the database has it. */
export function proofOf(file: { filename: string; sentHash: Buffer } | undefined): string | null {
  return file ? `${file.filename} ${file.sentHash.toString('hex')}` : null;
}
