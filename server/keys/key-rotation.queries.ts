import { column, filtered, orNull } from '../db/rows.ts';
import { columnOf, signedColumns, signedTables, type SignedTable } from '../db/signing/signed-rows.ts';
import { writeStatement } from '../db/statements.ts';

const pageSize = 500;

/** The tables whose rows can be signed again, each with how. */
export const resignableTables = Object.values<SignedTable>(signedTables)
  .filter(({ isStored }) => isStored)
  .map((signed) => {
    const { table, key, fields, signature } = signed;
    const [found, type] = [`t.${columnOf(key)}`, fields[key]?.type ?? ''];
    return {
      signed,
      /** The next rows by the key of the table, locked; from the first one where `after` is null. */
      lockRows: writeStatement({ ...fields, signature: orNull(column.bytes) }).rows<[after: string | null]>()`
        select ${signedColumns(signed, 't')} from ${table} t where $1::${type} is null or ${found} > $1
        order by ${found} limit ${pageSize} for update of t`,
      storeSignatures: writeStatement({}).send<[keys: readonly string[], signatures: readonly Buffer[]]>()`
        update ${table} t set ${signature} = s.signature
        from unnest($1::${type}[], $2::bytea[]) s(key, signature) where ${found} = s.key`,
    };
  });

const documentNumber = { id: column.uuid, userId: column.uuid, documentNumber: filtered(column.bytes) };
export const listDocumentNumbers = writeStatement(documentNumber).rows()`
  select id, user_id as "userId", document_number as "documentNumber" from kyc_requests where document_number is not null`;
export const storeDocumentNumber = writeStatement({}).send<[id: string, encrypted: Buffer, hash: Buffer]>()`
  update kyc_requests set document_number = $2, document_number_hash = $3 where id = $1`;

/** Every encrypted account key with its source. */
export const listAccountKeys = writeStatement({ id: column.uuid, key: filtered(column.bytes) }).rows()`
  select id, key_encrypted as key from deposit_sources where key_encrypted is not null`;
export const storeAccountKey = writeStatement({}).send<[id: string, encrypted: Buffer]>()`
  update deposit_sources set key_encrypted = $2 where id = $1`;

/** Every encrypted secret of a second factor with its owner. */
export const listFactorSecrets = writeStatement({ userId: column.uuid, secret: column.bytes }).rows()`
  select user_id as "userId", secret from second_factors`;
export const storeFactorSecret = writeStatement({}).send<[userId: string, encrypted: Buffer]>()`
  update second_factors set secret = $2 where user_id = $1`;
