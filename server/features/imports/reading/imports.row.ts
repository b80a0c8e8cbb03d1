import { readMobile } from '#server/lib/mobile-number.ts';
import type { ImportField, ImportProblemReason } from '#shared/imports/imports.fields.ts';
import { email, nameText, text } from '#shared/kernel/fields.ts';
import { entriesOf } from '#shared/kernel/records.ts';
import { paymentDetails, type PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { checkPayee } from '#shared/payouts/payee.ts';
import { banksOf } from '#shared/reference/banks.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { chosenRail, isMobileRail, paysCurrency, railOf } from '#shared/reference/rails.ts';
import { userFields } from '#shared/users/users.contract.ts';
import { checkedNote, countryOf, languageOf, methodOf, numberOf } from './imports.values.ts';

/** The values of a row by field, as they were typed. */
export type RowCells = Partial<Record<ImportField, string>>;
export type Problem = { field: ImportField; reason: ImportProblemReason };

export type ReadCustomer = {
  firstName: string;
  lastName: string;
  email: string | null;
  mobileNumber: string | null;
  country: string;
  countryCode: string;
  language: LanguageCode;
  note: string | null;
};
export type ReadAccount = { currency: string; details: PaymentDetails };

/** The rails that are on in each currency. */
export type RowContext = { methodsOf: Readonly<Record<string, readonly string[]>> };

/** A row as it would be made, or its problems. */
export type ReadRow =
  | { customer: ReadCustomer; account: ReadAccount | undefined; problems: [] }
  | { customer?: undefined; account?: undefined; problems: Problem[] };

const addressSchema = email();
const noteSchema = text(2000);
const nameSchema = nameText(60);
/** A spreadsheet computes cells that begin with one of these characters; no name does. */
const isFormula = (cell: string) => /^'?(?:[=@]|[+-](?![\d\s(]))/.test(cell.trim());

/** Reads a row of customers. */
export function readCustomer(cells: RowCells, context: RowContext): ReadRow {
  const problems: Problem[] = [];
  const wrong = (field: ImportField, reason: ImportProblemReason) => {
    problems.push({ field, reason });
    return '';
  };
  const cell = (field: ImportField) => cells[field]?.trim() ?? '';
  for (const [field, value] of entriesOf(cells)) if (isFormula(value)) wrong(field, 'formula');
  if (problems.length > 0) return { problems };

  const name = (field: 'firstName' | 'lastName', reason: ImportProblemReason) =>
    userFields[field].safeParse(cell(field)).data ??
    wrong(field, nameSchema.safeParse(cell(field)).success ? reason : 'too_long');
  const firstName = name('firstName', 'first_name');
  const lastName = name('lastName', 'last_name');
  const address = cell('email') && (addressSchema.safeParse(cell('email')).data ?? wrong('email', 'email'));
  const home = countryOf(cell('country'));
  if (!home) wrong('country', 'country');
  const number = home && cell('mobileNumber') ? numberOf(cell('mobileNumber'), home) : '';
  const mobileNumber = typeof number === 'string' ? number : wrong('mobileNumber', number.problem);
  if (cell('email') === '' && cell('mobileNumber') === '') wrong('email', 'reach');
  const language = languageOf(cell('language'));
  if (!language) wrong('language', 'language');
  const noteText = [cell('note'), cells.kyc === undefined ? '' : checkedNote(cell('kyc'))].filter(Boolean).join('\n');
  const note = noteSchema.safeParse(noteText).data ?? wrong('note', 'too_long');
  const account = accountOf(cell, `${firstName} ${lastName}`.trim(), context, wrong);
  if (problems.length > 0 || !home || !language) return { problems };
  const customer = {
    firstName,
    lastName,
    email: address || null,
    mobileNumber: mobileNumber || null,
    country: home.name,
    countryCode: home.dialCode,
    language,
    note: note || null,
  };
  return { customer, account, problems: [] };
}

/** Reads a row of accounts: whose it is, by address or number, and the account. */
export function readAccountOwner(cells: RowCells, context: RowContext): ReadRow {
  // The columns that identify the customer; the name of the account has its own column.
  const namedCells = { firstName: 'Account', lastName: 'Holder', ...cells };
  const customerResult = readCustomer(
    cells.country === undefined ? { ...namedCells, country: countryOfNumber(cells) } : namedCells,
    context,
  );
  if (!customerResult.customer) return customerResult;
  return customerResult.account
    ? customerResult
    : { problems: [{ field: 'accountNumber', reason: 'account_incomplete' }] };
}

/** Without a column of countries, a number is read in its international spelling only. */
function countryOfNumber({ mobileNumber = '' }: RowCells): string {
  const digits = mobileNumber.replace(/^\s*(\+|00)/, '');
  const [code] = [3, 2, 1].flatMap((length) => countryOf(digits.slice(0, length))?.code ?? []);
  return code ?? 'NG';
}

type Wrong = (field: ImportField, reason: ImportProblemReason) => string;

/** Returns the account of a row; undefined without one, or if any part of it is wrong. */
function accountOf(
  cell: (field: ImportField) => string,
  holder: string,
  { methodsOf }: RowContext,
  reportProblem: Wrong,
): ReadAccount | undefined {
  const number = cell('accountNumber') || cell('iban');
  const isGiven = (['accountNumber', 'iban', 'bankName', 'bankCode', 'accountName'] as const).some(cell);
  if (!isGiven) return undefined;
  const currency = cell('currency').toUpperCase();
  if (!payoutCurrency(currency)) return void reportProblem('currency', 'currency');
  const methodName = methodOf(cell('method'));
  const rail = methodName === undefined ? undefined : railOf(chosenRail(methodName, methodsOf[currency] ?? []));
  if (!rail || !paysCurrency(rail, currency)) return void reportProblem('method', 'method');
  if (number === '') return void reportProblem('accountNumber', 'account_incomplete');
  const mobile = isMobileRail(rail.id) ? readMobile(number, rail.countries).number : null;
  const bankCode = cell('bankCode');
  const parseResult = paymentDetails.safeParse({
    method: rail.id,
    accountName: cell('accountName') || holder,
    accountNumber: mobile ?? number,
    bankName: mobile
      ? rail.name
      : cell('bankName') || bankOfCode(currency, bankCode) || (rail.kind === 'bank' ? '' : rail.name),
    ...(cell('iban') && { iban: cell('iban') }),
    ...(bankCode && { bankCode }),
  });
  if (!parseResult.success) {
    const [path] = parseResult.error.issues[0]?.path ?? [];
    return void reportProblem(
      path === 'bankName' || path === 'accountName' ? path : 'accountNumber',
      'account_incomplete',
    );
  }
  const details = parseResult.data;
  const missingField = rail.fields.find(({ name, required }) => required && !details[name]);
  if (missingField) return void reportProblem(fieldOf(missingField.name), 'account_incomplete');
  const { findings } = checkPayee(details, { currency, readMobile });
  const blockingFinding = findings.find(({ level }) => level === 'block');
  if (!blockingFinding) return { currency, details };
  const field = fieldOf(blockingFinding.field);
  return void reportProblem(field, field === 'iban' ? 'iban' : field === 'bankCode' ? 'bank_code' : 'account_number');
}

const bankOfCode = (currency: string, code: string) =>
  code === '' ? '' : (banksOf(currency).find((bank) => bank.code === code)?.name ?? '');

/** The column of a field of an account. */
const fieldOf = (name: string): ImportField =>
  name === 'iban' || name === 'bankCode' || name === 'bankName' || name === 'accountName' ? name : 'accountNumber';
