/** Number of characters in the code of an offer: 50 bits. */
export const offerCodeLength = 10;

const shape = /^[0-9A-HJKMNP-TV-Z]{10}$/;

/**
 * A code in its stored form, from a typed one: small letters count, and I, L and O are read as digits. Undefined for
 * any other text.
 */
export function offerCodeOf(input: string): string | undefined {
  const code = input.trim().toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  return shape.test(code) ? code : undefined;
}

/** The path of the page behind an offer link. */
export const offerPath = (code: string): string => `/o/${code}`;

/** The code of the first offer link of this site in a text; undefined where there is none. */
export function offerCodeIn(text: string, origin: string): string | undefined {
  const link = text.split(/\s+/).find((word) => word.startsWith(`${origin}/o/`));
  return link && offerCodeOf(link.slice(origin.length + '/o/'.length).replace(/[^\dA-Za-z].*$/, ''));
}
