/** Browsers and Node provide it, and both convert a domain in the same way (UTS 46). */
declare const URL: new (text: string) => { readonly hostname: string };

/** A domain in its stored form: for letters of other alphabets the ASCII form that mail servers use. */
function domainOf(input: string): string {
  if (/^[\u0000-\u007f]*$/.test(input) || /[\s/@:?#%[\]\\]/.test(input)) return input;
  try {
    return new URL(`http://${input}`).hostname;
  } catch {
    return input;
  }
}

/** Returns an email address as it is stored and looked up. Look-alikes of other scripts fold into it or are refused. */
export function normalizeEmail(address: string): string {
  const foldedAddress = address.normalize('NFKC').trim().toLowerCase();
  const at = foldedAddress.lastIndexOf('@');
  return at < 0 ? foldedAddress : foldedAddress.slice(0, at + 1) + domainOf(foldedAddress.slice(at + 1));
}

/**
 * A stored address: every sign of RFC 5321 before the @ except quotes, ASCII labels after it, `xn--` at the top too.
 */
export const emailPattern =
  /^(?=.{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:xn--[a-z0-9-]{0,58}[a-z0-9]|[a-z]{2,63})$/;

/**
 * Converts a domain, label by label, to the form for a reader of its script; keeps ASCII if it could be taken for
 * another one.
 */
function shownDomain(domain: string): string {
  const labels = domain.split('.').map((label) => (label.startsWith('xn--') ? tryDecode(label.slice(4)) : label));
  const isAsciiBehind = /^[a-z]+$/.test(labels.at(-1) ?? '');
  const isClear = labels.every((label) => {
    if (label === undefined || !scripts.some((script) => script.test(label))) return false;
    return !(isAsciiBehind && likeLatin.test(label));
  });
  const unicodeDomain = labels.join('.');
  return isClear && domainOf(unicodeDomain) === domain ? unicodeDomain : domain;
}

/** Alphabets that one language mixes. */
const scripts = [
  'Latin',
  'Han Hiragana Katakana Latin',
  'Han Hangul Latin',
  'Han Bopomofo Latin',
  ...'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew'.split(' '),
  ...'Kannada Khmer Lao Malayalam Myanmar Sinhala Tamil Telugu Thai'.split(' '),
].map((names) => {
  const letters = `${names} Common Inherited`.split(' ').map((name) => `\\p{sc=${name}}`);
  return new RegExp(`^[${letters.join('')}]+$`, 'u');
});

/** A word of only those Cyrillic letters that look like Latin ones. */
const likeLatin = new RegExp('^(?=.*\\p{sc=Cyrillic})[асԁеһіїјӏорԛѕԝхуү\\d-]+$', 'u');

/** A stored address for display: letters of other alphabets in its domain instead of `xn--`, also if it is masked. */
export function shownEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 || !address.includes('xn--', at)
    ? address
    : address.slice(0, at + 1) + shownDomain(address.slice(at + 1));
}

const codeBase = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const dampFactor = 700;

/** Decodes Punycode (RFC 3492) of one label after its `xn--`; undefined if malformed. */
function tryDecode(code: string): string | undefined {
  const lastHyphen = code.lastIndexOf('-');
  const points = Array.from(code.slice(0, Math.max(0, lastHyphen)), (character) => character.codePointAt(0) ?? 0);
  let point = 128;
  let at = 0;
  let bias = 72;
  for (let position = lastHyphen + 1; position < code.length;) {
    const previousPosition = at;
    let weight = 1;
    for (let k = codeBase; ; k += codeBase) {
      const digit = '0123456789abcdefghijklmnopqrstuvwxyz'.indexOf(code[position] ?? '!');
      position += 1;
      if (digit < 0 || at > 2 ** 31) return undefined;
      const value = digit < 10 ? digit + 26 : digit - 10;
      at += value * weight;
      const threshold = Math.min(tMax, Math.max(tMin, k - bias));
      if (value < threshold) break;
      weight *= codeBase - threshold;
    }
    const count = points.length + 1;
    bias = adaptedBias(at - previousPosition, count, previousPosition === 0);
    point += Math.floor(at / count);
    at %= count;
    if (point > 0x10ffff) return undefined;
    points.splice(at, 0, point);
    at += 1;
  }
  return String.fromCodePoint(...points);
}

function adaptedBias(change: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(change / (isFirst ? dampFactor : 2));
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > ((codeBase - tMin) * tMax) / 2; k += codeBase) delta = Math.floor(delta / (codeBase - tMin));
  return k + Math.floor(((codeBase - tMin + 1) * delta) / (delta + skew));
}
