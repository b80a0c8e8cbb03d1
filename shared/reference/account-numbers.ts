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
} from './account-schemes.ts';
import { checkIban, compactIban, isIbanOfCountry, isUnregistered, type NumberProblem } from './iban.ts';
import { railKindOf } from './rails.ts';

/** An account by its number, with the codes that banks of some countries need beside it. */
export interface AccountNumber {
  /** The id of a rail: schemes are those of banks. */
  method: string;
  accountNumber: string;
  iban?: string | null | undefined;
  bankCode?: string | null | undefined;
  routingNumber?: string | null | undefined;
}

/**
 * One mistake in a number, and its field. `bank_differs`: the number belongs to another bank than the code.
 * `unchecked`: nothing proves the number, or only a rule that its bank may know better.
 */
export interface AccountProblem {
  code: NumberProblem | 'not_mobile' | 'bank_code_missing' | 'bank_differs' | 'unchecked';
  field: 'accountNumber' | 'iban' | 'bankCode';
}

export interface AccountCheck {
  /** Null if nothing is known about numbers of this currency. */
  scheme: PayeeScheme | null;
  problems: AccountProblem[];
  /** The number as it is sent to a bank. */
  normalized: { accountNumber: string; iban?: string };
}

const fieldProblem = (field: AccountProblem['field'], code: AccountProblem['code'] | undefined): AccountProblem[] =>
  code ? [{ code, field }] : [];

/** Checks the number of an account in a currency (ISO 4217) by the scheme of its country. */
export function checkAccountNumber(account: AccountNumber, currency: string): AccountCheck {
  const accountNumber = account.accountNumber.trim().replace(/\s+/g, ' ');
  if (account.iban) return byIban(account.iban, 'iban', { accountNumber });
  if (railKindOf(account.method) !== 'bank') return { scheme: null, problems: [], normalized: { accountNumber } };
  // In Argentina any word may be an alias, even one that starts like an IBAN.
  const isWord = currency === 'BRL' || (currency === 'ARS' && isCbuAlias(accountNumber) && checkIban(accountNumber));
  if (currency === 'EUR' || (isIbanOfCountry(accountNumber) && !isWord))
    return byIban(accountNumber, 'accountNumber', { accountNumber: compactIban(accountNumber) });
  const code = (account.bankCode ?? account.routingNumber)?.trim();
  return byCurrency(accountNumber, currency, code || undefined);
}

function byCurrency(accountNumber: string, currency: string, code: string | undefined): AccountCheck {
  const digits = accountNumber.replace(/[\s-]/g, '');
  const problemsOfScheme = (
    scheme: PayeeScheme,
    problem: NumberProblem | undefined,
    ...otherProblems: AccountProblem[]
  ) => ({
    scheme,
    problems: [...fieldProblem('accountNumber', problem), ...otherProblems],
    normalized: { accountNumber: scheme === 'pix' ? compactPix(accountNumber) : digits },
  });
  if (currency === 'NGN') return problemsOfScheme('nuban', checkNuban(digits, code), ...bankCodeProblems(code));
  if (currency === 'MXN') {
    const problem = checkClabe(digits);
    // A CLABE begins with the code of its bank.
    const isOther = !problem && code !== undefined && /^\d{3}$/.test(code) && !digits.startsWith(code);
    return problemsOfScheme('clabe', problem, ...fieldProblem('accountNumber', isOther ? 'bank_differs' : undefined));
  }
  if (currency === 'ARS' && isCbuAlias(accountNumber)) {
    const alias = accountNumber.toLowerCase();
    return {
      scheme: 'cbu',
      problems: fieldProblem('accountNumber', 'unchecked'),
      normalized: { accountNumber: alias },
    };
  }
  if (currency === 'ARS') return problemsOfScheme('cbu', checkCbu(digits));
  if (currency === 'BRL') {
    const guess = isPixGuess(accountNumber) ? ('unchecked' as const) : undefined;
    return problemsOfScheme('pix', checkPix(accountNumber), ...fieldProblem('accountNumber', guess));
  }
  const normalized = { accountNumber };
  if (currency !== 'USD' || !code) return { scheme: null, problems: [], normalized };
  return { scheme: 'aba', problems: fieldProblem('bankCode', checkAba(code)), normalized };
}

function byIban(text: string, field: 'iban' | 'accountNumber', normalized: { accountNumber: string }): AccountCheck {
  const problem = checkIban(text);
  const code = problem && isUnregistered(text) ? 'unchecked' : problem;
  return {
    scheme: 'iban',
    problems: fieldProblem(field, code),
    normalized: problem ? normalized : { ...normalized, iban: compactIban(text) },
  };
}

/** Mistakes with which no bank has such a number; all others are left to a person's judgement. */
const blockingCodes = ['length', 'checksum', 'shape'] as const;
export type ImpossibleNumber = (typeof blockingCodes)[number];

/**
 * The reason why no bank can have an account with this number in a currency; undefined if nothing speaks against it.
 */
export function impossibleNumberOf(account: AccountNumber, currency: string): ImpossibleNumber | undefined {
  const { problems } = checkAccountNumber(account, currency);
  return blockingCodes.find((blockingCode) => problems.some(({ code }) => code === blockingCode));
}

/** A Nigerian number has a check digit over the code of its bank, if that has three digits. */
function bankCodeProblems(code: string | undefined): AccountProblem[] {
  if (!code) return [...fieldProblem('bankCode', 'bank_code_missing'), ...fieldProblem('accountNumber', 'unchecked')];
  return fieldProblem('accountNumber', /^\d{3}$/.test(code) ? undefined : 'unchecked');
}
