/** Browsers and Node have it, and both name the same domain alike (UTS 46). */
declare const URL: new (text: string) => { readonly hostname: string };

/** A domain in its one stored form: of letters from other alphabets the ASCII form that mail servers know. */
function domainOf(typed: string): string {
  if (/^[\u0000-\u007f]*$/.test(typed) || /[\s/@:?#%[\]\\]/.test(typed)) return typed;
  try {
    return new URL(`http://${typed}`).hostname;
  } catch {
    return typed;
  }
}

/** Returns an email address as it is stored and looked up. Look-alikes of other scripts fold into it or are refused. */
export function normalizeEmail(address: string): string {
  const folded = address.normalize('NFKC').trim().toLowerCase();
  const at = folded.lastIndexOf('@');
  return at < 0 ? folded : folded.slice(0, at + 1) + domainOf(folded.slice(at + 1));
}

/** A stored address: every sign of RFC 5321 before the @ but for quotes, ASCII labels after it, `xn--` at the top too. */
export const emailPattern =
  /^(?=.{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:xn--[a-z0-9-]{0,58}[a-z0-9]|[a-z]{2,63})$/;
