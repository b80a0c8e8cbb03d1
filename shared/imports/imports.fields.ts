import { megabyteBytes } from '#shared/reference/units-of-size.ts';

/** The columns of an import by their names on the wire. */
export const customerFields = [
  'firstName',
  'lastName',
  'email',
  'mobileNumber',
  'country',
  'language',
  'note',
  'kyc',
] as const;
export const accountFields = [
  'accountName',
  'accountNumber',
  'bankName',
  'bankCode',
  'iban',
  'currency',
  'method',
] as const;
export const importFields = [...customerFields, ...accountFields] as const;
export type ImportField = (typeof importFields)[number];

/** Customers with their payout account, or accounts of existing customers. */
export const importKinds = ['customers', 'accounts'] as const;
export type ImportKind = (typeof importKinds)[number];

/** The columns of an empty file to fill in: those that a team usually has. */
export const templateFields: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  customers: ['firstName', 'lastName', 'email', 'mobileNumber', 'country', 'note'],
  accounts: ['email', 'mobileNumber', 'accountName', 'accountNumber', 'bankName', 'bankCode', 'currency'],
};

/** Reasons why a line is skipped. */
export const importProblems = [
  'first_name',
  'last_name',
  'email',
  'number',
  'number_country',
  'country',
  'language',
  'reach',
  'formula',
  'too_long',
  'number_shared',
  'is_member',
  'unknown_customer',
  'account_incomplete',
  'account_number',
  'iban',
  'bank_code',
  'currency',
  'method',
  'cells',
] as const;
export type ImportProblemReason = (typeof importProblems)[number];

/** The limits of a file: its size, and the rows below its heading. */
export const maxImportBytes = 5 * megabyteBytes;
export const maxImportRows = 20_000;
/** Number of problems in an answer; the file of problems has all. */
export const shownProblems = 200;
