import { hash } from 'node:crypto';
import type { statementFormats } from '#shared/payouts/payouts.lifecycle.ts';
import { moneyIn } from '#shared/payouts/payouts.money.ts';
import { namesIn, normaliseReference, type Names } from './payouts.references.ts';
import { parseCamt053 } from './reading/payouts.camt053.ts';
import { sureProfile, type SavedProfile } from './reading/payouts.csv-profiles.ts';
import { parseCsvStatement } from './reading/payouts.csv-statement.ts';
import { parseMt940 } from './reading/payouts.mt940.ts';
import { isInCurrency, namesAccount, type StatementAccount } from './reading/payouts.statement.account.ts';
import {
  cutText,
  noReference,
  requireMinorUnits,
  UnreadableStatement,
  type ParsedLine,
  type ParsedStatement,
  type StatementProfile,
  type UnreadableReason,
} from './reading/payouts.statement.values.ts';

export type StatementFormat = (typeof statementFormats)[number];

export interface StatementInput {
  bytes: Uint8Array;
  format?: StatementFormat | undefined;
  profile?: StatementProfile | undefined;
  /**
   * The saved profiles: if none is named, the first that fits is taken, unless another one reads the table otherwise.
   */
  profiles?: readonly SavedProfile[] | undefined;
  account: StatementAccount;
  /** True if a member has confirmed that a file without an account is of this one. */
  accountConfirmed?: boolean | undefined;
}

/** A line in the form in which it is recognised in another file; equal lines of a day are numbered. */
export interface StatementLine extends ParsedLine, Names {
  fingerprint: string;
  occurrence: number;
}

export type ReadStatement = Omit<ParsedStatement, 'account' | 'currency' | 'lines' | 'leftOut'> & {
  format: StatementFormat;
  lines: StatementLine[];
};

/** Bookings of another account in the same file: its last four characters, and how many they are. */
export interface OtherAccount {
  account: string;
  lines: number;
}

export type StatementRefusal =
  | { code: 'statement_unreadable'; line: number; why: UnreadableReason; found: string }
  | { code: 'statement_unbalanced' }
  | { code: 'statement_other_account'; why: 'account' | 'currency' | 'no_account'; found: string; own: string };

type ReadFile<Line> = {
  statement: Omit<ReadStatement, 'lines'> & { lines: Line[] };
  others: OtherAccount[];
  leftOut: number;
};

export type StatementResult = ReadFile<StatementLine> | { refusal: StatementRefusal };

/** Parses a bank file for one of our accounts; its lines have fingerprints by which they are recognised. */
export function parseStatement(input: StatementInput): StatementResult {
  const fileResult = readFile(input);
  if ('refusal' in fileResult) return fileResult;
  return { ...fileResult, statement: { ...fileResult.statement, lines: fileResult.statement.lines.map(identifier()) } };
}

/** Reads a bank file, selects the statements of the account and sums their balances. */
export function readFile(input: StatementInput): ReadFile<ParsedLine> | { refusal: StatementRefusal } {
  try {
    const { format, read } = readStatements(input);
    const statements = read.filter((statement) => isOfAccountStatement(statement, input.account));
    const refusal = refusalOf(read, statements, input);
    if (refusal) return { refusal };
    const mergedStatement = merge(statements);
    const areSeveral = statements.length > 1 && statements.every(hasBalances);
    const checkedStatements = [...statements, ...(areSeveral ? [mergedStatement] : [])];
    if (!checkedStatements.every((statement) => isBalanced(statement, input.account.currency)))
      return { refusal: { code: 'statement_unbalanced' } };
    const otherStatements = othersOf(read.filter((statement) => !statements.includes(statement)));
    const leftOut = statements.reduce((sum, { leftOut: rows = 0 }) => sum + rows, 0);
    return { statement: { format, ...mergedStatement }, others: otherStatements, leftOut };
  } catch (error) {
    return { refusal: refusedAs(error) };
  }
}

/** Returns the refusal of an unreadable file; throws any other error. */
export function refusedAs(error: unknown): StatementRefusal {
  if (!(error instanceof UnreadableStatement)) throw error;
  return { code: 'statement_unreadable', line: error.line, why: error.why, found: error.found };
}

/** The statements of a file, of whichever account, in the format that it has. Throws UnreadableStatement. */
export function readStatements(input: StatementInput): { format: StatementFormat; read: ParsedStatement[] } {
  const format = input.format ?? recognise(input);
  return { format, read: parsersOf[format](input) };
}

/** Returns why nothing in a file is of the account: other accounts, another currency, or no account at all. */
function refusalOf(
  parsedStatements: readonly ParsedStatement[],
  ownStatements: readonly ParsedStatement[],
  { account, accountConfirmed }: StatementInput,
): StatementRefusal | undefined {
  const code = 'statement_other_account';
  const isNameless = ownStatements.some((statement) => statement.account === '');
  if (isNameless && !accountConfirmed) return { code, why: 'no_account', found: '', own: nameOf(account) };
  if (ownStatements.length > 0) return undefined;
  const namedStatement = parsedStatements.find(
    (statement) => statement.account === '' || namesAccount(statement, account),
  );
  if (!namedStatement)
    return { code, why: 'account', found: lastOf(parsedStatements[0]?.account ?? ''), own: nameOf(account) };
  const matchingCurrency =
    namedStatement.lines.find(({ currency }) => currency !== account.currency)?.currency ??
    namedStatement.currency ??
    '';
  return { code, why: 'currency', found: matchingCurrency, own: account.currency };
}

const nameOf = ({ iban, accountNumber }: StatementAccount) => lastOf(iban ?? accountNumber ?? '');
/** The end of an account number, which distinguishes it from others. */
const lastOf = (account: string) =>
  account
    .replace(/\s*[A-Z]{3}$/, '')
    .replaceAll(/\W/g, '')
    .slice(-4);

/** Accounts by their last characters, with their bookings. */
export function othersOf(statements: readonly ParsedStatement[]): OtherAccount[] {
  const counts = new Map<string, number>();
  for (const { account, lines } of statements) counts.set(account, (counts.get(account) ?? 0) + lines.length);
  return [...counts].map(([account, lines]) => ({ account: lastOf(account), lines }));
}

const parsersOf: Record<StatementFormat, (input: StatementInput) => ParsedStatement[]> = {
  camt053: ({ bytes }) => parseCamt053(bytes),
  mt940: ({ bytes, account }) => parseMt940(bytes, account.iban?.slice(0, 2)),
  csv: ({ bytes, profile, profiles = [], account: { currency } }) => {
    requireMinorUnits(currency, 1);
    const shape = profile ?? sureProfile(bytes, profiles, currency)?.shape;
    if (!shape) throw new UnreadableStatement(1, 'layout');
    return parseCsvStatement(bytes, shape, currency);
  },
};

/** The format of a file by its beginning. Throws UnreadableStatement for a file of another kind. */
export function recognise({ bytes, profile }: Pick<StatementInput, 'bytes' | 'profile'>): StatementFormat {
  const startOfFile = Buffer.from(bytes.subarray(0, 4_000)).toString('latin1');
  for (const [why, beginning] of otherFiles) if (beginning.test(startOfFile)) throw new UnreadableStatement(1, why);
  const head = startOfFile.replaceAll('\0', '');
  if (/^[\xef\xbb\xbf\xff\xfe\s]*</.test(head)) return 'camt053';
  // Banks write lines of their own above the first field.
  const isMt940 =
    /^[\xef\xbb\xbf\xff\xfe\s\x01]*(\{1:|:\d{2}[A-Z]?:)/.test(head) || /[\r\n]:20:[^]*[\r\n]:25P?:/.test(head);
  if (isMt940) return 'mt940';
  // Rows of cells: by a layout, or still without one. Banks write lines of their own above them.
  if (profile || /^[^\n]*[;,\t|][^\n]*\n|\n[^\n]*([;,\t|])[^\n]*\n[^\n]*\1/.test(head)) return 'csv';
  throw new UnreadableStatement(1, 'format');
}

/** First bytes of files that members choose by mistake. A workbook is a ZIP whose first entry identifies it. */
const otherFiles: readonly [UnreadableReason, RegExp][] = [
  ['pdf', /^\s*%PDF-/],
  ['excel', /^PK\x03\x04[^]*(?:\[Content_Types\]|xl\/|mimetypeapplication\/vnd)|^\xd0\xcf\x11\xe0/],
  ['zip', /^PK\x03\x04|^\x1f\x8b|^7z\xbc\xaf|^Rar!/],
];

/** True for a statement in the account's currency that names this account, or none. */
export function isOfAccountStatement(statement: ParsedStatement, ownAccount: StatementAccount): boolean {
  return isInCurrency(statement, ownAccount) && (statement.account === '' || namesAccount(statement, ownAccount));
}

type StatementBalances = Pick<ParsedStatement, 'openingBalance' | 'closingBalance' | 'lines'>;

const hasBalances = ({ openingBalance, closingBalance }: StatementBalances) =>
  openingBalance !== null && closingBalance !== null;

/** With both balances, the lines make the difference between them. */
function isBalanced({ openingBalance, closingBalance, lines }: StatementBalances, currency: string): boolean {
  if (openingBalance === null || closingBalance === null) return true;
  const total = lines.reduce(
    (sum, { direction, amount, currency: ownCurrency }) =>
      direction === 'in' ? sum.plus(moneyIn(amount, ownCurrency)) : sum.minus(moneyIn(amount, ownCurrency)),
    moneyIn(openingBalance, currency),
  );
  return total.eq(moneyIn(closingBalance, currency));
}

/** Several days in one file are one statement: the first opening, the last closing balance. */
function merge(parsedStatements: readonly ParsedStatement[]): Omit<ReadFile<ParsedLine>['statement'], 'format'> {
  // Some banks write the newest day first.
  const areDated = parsedStatements.every(({ from }) => from !== null);
  const statements = areDated
    ? parsedStatements.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))
    : parsedStatements;
  const days = statements.flatMap(({ from, to }) => [from, to]).filter((day) => day !== null);
  return {
    openingBalance: statements[0]?.openingBalance ?? null,
    closingBalance: statements.at(-1)?.closingBalance ?? null,
    from: days.toSorted()[0] ?? null,
    to: days.toSorted().at(-1) ?? null,
    lines: statements.flatMap(({ lines }) => lines),
  };
}

/** Returns a function that gives the lines of a file their fingerprints, one after the other. */
export function identifier(): (line: ParsedLine) => StatementLine {
  const counts = new Map<string, number>();
  return (line) => {
    const { bookedOn, direction, amount, currency, bankRef } = line;
    const name = noReference.has(bankRef.toUpperCase()) ? normaliseReference(line.text) : bankRef;
    const fingerprint = hash('sha256', [bookedOn, direction, unitsOf(amount), name].join('|'), 'hex');
    const occurrence = (counts.get(fingerprint) ?? 0) + 1;
    counts.set(fingerprint, occurrence);
    // The text is cut and searched for references here: in the thread, where no request waits for it.
    const texts = {
      text: cutText(line.text),
      bankRef: cutText(bankRef),
      endToEndId: cutText(line.endToEndId),
      counterpartyName: cutText(line.counterpartyName),
      counterpartyAccount: cutText(line.counterpartyAccount),
    };
    const { references, batchReferences } = namesIn(texts);
    const { valueOn, isReversal } = line;
    const { text, endToEndId, counterpartyName, counterpartyAccount } = texts;
    // One object of one form: a file has a hundred thousand of them.
    return {
      bookedOn,
      valueOn,
      direction,
      amount,
      currency,
      text,
      bankRef: texts.bankRef,
      endToEndId,
      counterpartyName,
      counterpartyAccount,
      isReversal,
      references,
      batchReferences,
      fingerprint,
      occurrence,
    };
  };
}

/** Number of minor units of a sum, which has been read with exactly these. */
const unitsOf = (amount: string) => amount.replace('.', '').replace(/^0+(?=\d)/, '');
