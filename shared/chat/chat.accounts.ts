const base58 = '[1-9A-HJ-NP-Za-km-z]';

/** Shapes of addresses and account numbers. Word boundaries exclude a hash of 64 hexadecimal digits. */
const shapes: readonly RegExp[] = [
  // Ethereum, BNB and compatible chains.
  /\b0x[0-9a-f]{40}\b/gi,
  // Bitcoin and Litecoin (segwit), Bitcoin Cash with its prefix.
  /\b(?:bc1|ltc1|tb1)[02-9ac-hj-np-z]{11,87}\b/gi,
  /\bbitcoincash:[qp][02-9ac-hj-np-z]{38,}\b/gi,
  /\b[qp][02-9ac-hj-np-z]{41}\b/g,
  // Bitcoin, Litecoin, Tron, XRP, Dogecoin.
  new RegExp(`\\b[13LMTrD]${base58}{24,33}\\b`, 'g'),
  // Solana and other accounts in base58 digits.
  new RegExp(`\\b(?=${base58}*\\d)(?=${base58}*[a-z])(?=${base58}*[A-Z])${base58}{32,44}\\b`, 'g'),
];
const iban = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}\b/gi;
/** A number of nine digits or more. */
const longNumber = /(?<![\w.,])\d(?:[ -]?\d){8,19}(?![\w]|[.,]\d)/g;

/** A telephone number, recognized by its plus sign. */
const telephone = /\+\d(?:[ ().-]{0,2}\d)*/g;

/** Invisible characters that hide an address from a search but not from a reader. */
const invisible = /[\p{Cf}\p{Mn}]/gu;

/** Wallet addresses, IBANs and long account numbers in a text, each as `isSameAccount` compares it. */
export function findAccounts(text: string): string[] {
  const plainText = text.normalize('NFKC').replace(invisible, '');
  const matches = shapes.flatMap((shape) => plainText.match(shape) ?? []);
  const ibans = (plainText.match(iban) ?? []).flatMap(ibanIn);
  const numbers = plainText.replace(telephone, '').match(longNumber) ?? [];
  return [...new Set([...matches, ...ibans, ...numbers].map(normalizeAccount))];
}

/** One spelling of an account or address: no spaces or hyphens, no prefix, lower case. */
export function normalizeAccount(account: string): string {
  return account
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .replace(/^bitcoincash:/i, '')
    .toLowerCase();
}

/** Text may follow an IBAN without a visible gap: the longest prefix with valid check digits counts. */
function ibanIn(candidate: string): string[] {
  const plainText = normalizeAccount(candidate).toUpperCase();
  for (let length = Math.min(plainText.length, 34); length >= 15; length -= 1) {
    const prefix = plainText.slice(0, length);
    if (containsIban(prefix)) return [prefix];
  }
  return [];
}

/** ISO 13616: the rest after 97 is 1. */
function containsIban(account: string): boolean {
  const digits = `${account.slice(4)}${account.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
