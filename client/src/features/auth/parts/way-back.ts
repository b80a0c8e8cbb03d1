import { useSearchParams } from 'react-router-dom';

const here = 'https://here.invalid';

/** A path of this site from `next`, or undefined: other origins, protocol-relative and backslash tricks are dropped. */
export function safePath(next: string | null): string | undefined {
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next)) return undefined;
  try {
    const url = new URL(next, here);
    return url.origin === here ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}

/** Where the person was before signing in, as a path, and as the query that hands it on to the next screen. */
export function useWayBack(): { path: string | undefined; query: string } {
  const [search] = useSearchParams();
  const path = safePath(search.get('next'));
  return { path, query: path ? `?next=${encodeURIComponent(path)}` : '' };
}

/** The terms a way back into the sale wizard carries, where it carries all of them. */
export function saleTermsOf(path: string | undefined) {
  if (!path?.startsWith('/sell?')) return undefined;
  const query = new URL(path, here).searchParams;
  const [cryptoId, cryptoAmount, targetCurrency] = [query.get('crypto'), query.get('amount'), query.get('currency')];
  return cryptoId && cryptoAmount && targetCurrency ? { cryptoId, cryptoAmount, targetCurrency } : undefined;
}
