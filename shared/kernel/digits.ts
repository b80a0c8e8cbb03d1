const isDigit = /^\p{Nd}$/u;

/**
 * The value of a digit in its script: a script has its ten digits in a row, and some scripts follow each other
 * directly.
 */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let previousDigit = 0;
  while (isDigit.test(String.fromCodePoint(code - previousDigit - 1))) previousDigit += 1;
  return previousDigit % 10;
}

/** Converts digits of every script to 0 to 9; leaves all other characters. */
export function latinDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** Returns the digits of a text, typed in any script. */
export const digitsOf = (text: string): string => latinDigits(text).replace(/\D/g, '');
