import { latinLetters } from '#shared/kernel/latin.ts';
import {
  checkAba,
  checkCbu,
  checkClabe,
  checkNuban,
  checkPix,
  compactPix,
  isCbuAlias,
  isPixGuess,
  type PayeeScheme,
} from '#shared/reference/account-schemes.ts';
import {
  checkIban,
  compactIban,
  isBic,
  isIbanOfCountry,
  isUnregistered,
  type NumberProblem,
} from '#shared/reference/iban.ts';
import { compareNames, type NameMatch } from './payee.names.ts';

/** Findings that stop a batch; every other one only warns. */
const blocking = ['length', 'checksum', 'shape', 'name_not_latin', 'number_shape', 'tampered'] as const;
const warning = [
  'country',
  'bank_code_missing',
  'unchecked',
  'name_letters_lost',
  'name_close',
  'name_other',
  'name_unknown',
  'unresolved',
] as const;
export const findingCodes = [...blocking, ...warning] as const;
export type FindingCode = (typeof findingCodes)[number];

export const payeeFields = ['accountName', 'accountNumber', 'iban', 'bic', 'bankCode'] as const;
export type PayeeField = (typeof payeeFields)[number];

export interface PayeeFinding {
  code: FindingCode;
  level: 'warn' | 'block';
  field: PayeeField;
}

/** Whom a payout goes to, as on the order or as frozen in an attempt. */
export interface Payee {
  method: 'bank' | 'paypal' | 'wise';
  accountName: string;
  accountNumber: string;
  iban?: string | null | undefined;
  bic?: string | null | undefined;
  bankCode?: string | null | undefined;
  routingNumber?: string | null | undefined;
}

export interface PayeeContext {
  /** ISO 4217. */
  currency: string;
  /** The name of the approved identity; without one the name counts as unknown. */
  identityName?: string | null;
  /** The way of payment: the checks of a file do not apply to a payment by hand. */
  format?: 'pain001' | 'paypal' | 'wise' | 'csv' | 'by_hand';
}

export interface PayeeCheck {
  level: 'ok' | 'warn' | 'block';
  scheme: PayeeScheme | null;
  findings: PayeeFinding[];
  normalized: { accountNumber: string; iban?: string };
  name: NameMatch;
}

export function findingOf(code: FindingCode, field: PayeeField): PayeeFinding {
  return { code, field, level: blocking.some((entry) => entry === code) ? 'block' : 'warn' };
}

export function levelOf(findings: readonly Pick<PayeeFinding, 'level'>[]): PayeeCheck['level'] {
  if (findings.some(({ level }) => level === 'block')) return 'block';
  return findings.length > 0 ? 'warn' : 'ok';
}

/**
 * Checks a payee before an order, at a batch and at its release: the number by the scheme of its currency, the account
 * name against the identity. The caller adds the findings that need other rows: `tampered`, `unresolved`.
 */
export function checkPayee(payee: Payee, context: PayeeContext): PayeeCheck {
  const number = checkNumber(payee, context.currency);
  const name = context.identityName ? compareNames(payee.accountName, context.identityName) : 'unknown';
  const findings = [
    ...number.findings,
    ...fileFindings({ ...payee, ...number.normalized }, number.scheme, context.format),
    ...(name === 'match' ? [] : [findingOf(`name_${name}`, 'accountName')]),
  ];
  return { level: levelOf(findings), scheme: number.scheme, findings, normalized: number.normalized, name };
}

type NumberCheck = Pick<PayeeCheck, 'scheme' | 'findings' | 'normalized'>;

function checkNumber(payee: Payee, currency: string): NumberCheck {
  const accountNumber = payee.accountNumber.trim().replace(/\s+/g, ' ');
  if (payee.iban) return byIban(payee.iban, 'iban', { accountNumber });
  if (payee.method !== 'bank') return { scheme: null, findings: [], normalized: { accountNumber } };
  const isBrazilian = currency === 'BRL';
  if (currency === 'EUR' || (isIbanOfCountry(accountNumber) && !isBrazilian))
    return byIban(accountNumber, 'accountNumber', { accountNumber: compactIban(accountNumber) });
  const digits = accountNumber.replace(/[\s-]/g, '');
  const found = (scheme: PayeeScheme, problem: NumberProblem | undefined, ...more: PayeeFinding[]) => ({
    scheme,
    findings: [...(problem ? [findingOf(problem, 'accountNumber')] : []), ...more],
    normalized: { accountNumber: scheme === 'pix' ? compactPix(accountNumber) : digits },
  });
  const code = (payee.bankCode ?? payee.routingNumber)?.trim();
  if (currency === 'NGN') return found('nuban', checkNuban(digits, code), ...bankCodeFindings(code));
  if (currency === 'MXN') return found('clabe', checkClabe(digits));
  if (currency === 'ARS' && isCbuAlias(accountNumber)) {
    const alias = accountNumber.toLowerCase();
    return { scheme: 'cbu', findings: [findingOf('unchecked', 'accountNumber')], normalized: { accountNumber: alias } };
  }
  if (currency === 'ARS') return found('cbu', checkCbu(digits));
  const guess = isPixGuess(accountNumber) ? [findingOf('unchecked', 'accountNumber')] : [];
  if (isBrazilian) return found('pix', checkPix(accountNumber), ...guess);
  if (currency !== 'USD' || !code) return { scheme: null, findings: [], normalized: { accountNumber } };
  const problem = checkAba(code);
  return { scheme: 'aba', findings: problem ? [findingOf(problem, 'bankCode')] : [], normalized: { accountNumber } };
}

function byIban(text: string, field: 'iban' | 'accountNumber', normalized: { accountNumber: string }): NumberCheck {
  const problem = checkIban(text);
  const code = problem && isUnregistered(text) ? 'unchecked' : problem;
  const findings = code ? [findingOf(code, field)] : [];
  return { scheme: 'iban', findings, normalized: problem ? normalized : { ...normalized, iban: compactIban(text) } };
}

/** A Nigerian number carries a check digit over the code of its bank, where that has three digits. */
function bankCodeFindings(code: string | undefined): PayeeFinding[] {
  if (!code) return [findingOf('bank_code_missing', 'bankCode'), findingOf('unchecked', 'accountNumber')];
  return /^\d{3}$/.test(code) ? [] : [findingOf('unchecked', 'accountNumber')];
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
  const written = latinLetters(accountName);
  if (needsLatin && !/[a-z0-9]/i.test(written)) findings.push(findingOf('name_not_latin', 'accountName'));
  else if (needsLatin && /[^\u0000-\u007f]/.test(written.replace(/[^\p{L}\p{N}]/gu, '')))
    findings.push(findingOf('name_letters_lost', 'accountName'));
  return findings;
}
