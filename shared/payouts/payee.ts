import { checkAccountNumber, type AccountCheck, type AccountNumber } from '#shared/reference/account-numbers.ts';
import type { PayeeScheme } from '#shared/reference/account-schemes.ts';
import { compactIban, isBic } from '#shared/reference/iban.ts';
import { latinLetters } from '#shared/reference/latin.ts';
import { isMobileRail, railOf } from '#shared/reference/rails.ts';
import { compareNames, type NameMatch } from './payee.names.ts';

/** Findings that stop a batch; every other one only warns. */
const blockingCodes = [
  'length',
  'checksum',
  'shape',
  'name_not_latin',
  'number_shape',
  'not_mobile',
  'tampered',
] as const;
const warning = [
  'country',
  'bank_code_missing',
  'bank_differs',
  'unchecked',
  'name_letters_lost',
  'name_close',
  'name_other',
  'name_unknown',
  'unresolved',
] as const;
export const findingCodes = [...blockingCodes, ...warning] as const;
export type FindingCode = (typeof findingCodes)[number];

export const payeeFields = ['accountName', 'accountNumber', 'iban', 'bic', 'bankCode'] as const;
export type PayeeField = (typeof payeeFields)[number];

export interface PayeeFinding {
  code: FindingCode;
  level: 'warn' | 'block';
  field: PayeeField;
}

/** The payee of a payout, as on the order or as frozen in an attempt. */
export interface Payee extends AccountNumber {
  accountName: string;
  bic?: string | null | undefined;
}

export interface PayeeContext {
  /** ISO 4217. */
  currency: string;
  /** The name of the approved identity; without one the name counts as unknown. */
  identityName?: string | null;
  /** The method of payment: the checks of a file do not apply to a payment by hand. */
  format?: 'pain001' | 'paypal' | 'wise' | 'csv' | 'by_hand';
  /** Parses the telephone number of a mobile rail; a browser, which has no numbering plans, leaves it to the server. */
  readMobile?: (number: string, countries: readonly string[]) => MobileNumber;
}

/** A telephone number as stored, in E.164; null with the reason if money cannot be sent to it. */
export interface MobileNumber {
  number: string | null;
  problem: 'shape' | 'not_mobile' | 'country' | undefined;
}

export interface PayeeCheck {
  level: 'ok' | 'warn' | 'block';
  scheme: PayeeScheme | null;
  findings: PayeeFinding[];
  normalized: { accountNumber: string; iban?: string };
  name: NameMatch;
}

/** Returns a finding about a field of payee details: some codes block, all others warn. */
export function findingOf(code: FindingCode, field: PayeeField): PayeeFinding {
  return { code, field, level: blockingCodes.some((entry) => entry === code) ? 'block' : 'warn' };
}

/** Returns the most severe level of findings; `ok` without any. */
export function levelOf(findings: readonly Pick<PayeeFinding, 'level'>[]): PayeeCheck['level'] {
  if (findings.some(({ level }) => level === 'block')) return 'block';
  return findings.length > 0 ? 'warn' : 'ok';
}

/**
 * Checks a payee before an order, at a batch and at its release: the number by the scheme of its currency, the account
 * name against the identity. The caller adds the findings that need other rows: `tampered`, `unresolved`.
 */
export function checkPayee(payee: Payee, context: PayeeContext): PayeeCheck {
  const { scheme, problems, normalized } = checkNumber(payee, context);
  const name = context.identityName ? compareNames(payee.accountName, context.identityName) : 'unknown';
  const findings = [
    ...problems.map(({ code, field }) => findingOf(code, field)),
    ...fileFindings({ ...payee, ...normalized }, scheme, context.format),
    ...(name === 'match' ? [] : [findingOf(`name_${name}`, 'accountName')]),
  ];
  return { level: levelOf(findings), scheme, findings, normalized, name };
}

function checkNumber(payee: Payee, { currency, readMobile }: PayeeContext): AccountCheck {
  if (!readMobile || !isMobileRail(payee.method)) return checkAccountNumber(payee, currency);
  const { number, problem } = readMobile(payee.accountNumber, railOf(payee.method)?.countries ?? []);
  return {
    scheme: null,
    problems: problem ? [{ code: problem, field: 'accountNumber' }] : [],
    normalized: { accountNumber: number ?? payee.accountNumber.trim() },
  };
}

/** Finds values that a file cannot hold: numbers that a spreadsheet computes, names without Latin letters in Europe. */
function fileFindings(payee: Payee, scheme: PayeeScheme | null, format: PayeeContext['format']): PayeeFinding[] {
  const { accountName, accountNumber, iban, bic } = payee;
  const findings: PayeeFinding[] = [];
  const isEuropean = format === 'pain001';
  const isTooLong = isEuropean && !iban && compactIban(accountNumber).length > 34;
  if (format !== 'by_hand' && (isTooLong || !/^(?![=\-@])[A-Za-z0-9+@._/ -]+$/.test(accountNumber.trim())))
    findings.push(findingOf('number_shape', 'accountNumber'));
  // The bank refuses the whole file for one IBAN or BIC that breaks its schema.
  if (isEuropean && iban && !/^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(compactIban(iban)))
    findings.push(findingOf('number_shape', 'iban'));
  if (isEuropean && bic && !isBic(bic)) findings.push(findingOf('number_shape', 'bic'));
  const needsLatin = isEuropean || (format === undefined && scheme === 'iban');
  const latinName = latinLetters(accountName);
  if (needsLatin && !/[a-z0-9]/i.test(latinName)) findings.push(findingOf('name_not_latin', 'accountName'));
  else if (needsLatin && /[^\u0000-\u007f]/.test(latinName.replace(/[^\p{L}\p{N}]/gu, '')))
    findings.push(findingOf('name_letters_lost', 'accountName'));
  return findings;
}
