/** Arabic-Indic, Persian and full-width digits become 0 to 9; everything else stays. */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= 0xff10 ? 0xff10 : code >= 0x06f0 ? 0x06f0 : 0x0660));
  });
}

/** The digits of a text, in whatever script they were typed. */
export const digitsOf = (text: string): string => latinDigits(text).replace(/\D/g, '');
