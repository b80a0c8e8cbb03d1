import { useLocation, useSearchParams } from 'react-router-dom';
import { safeReturnTo } from '#shared/auth/auth.return-to.ts';

const baseUrl = 'https://here.invalid';

/** Returns the screen to go back to after signing in: as a path, and as the query for the next screen. */
export function useReturnTo(): { path: string | undefined; query: string } {
  const [search] = useSearchParams();
  const path = safeReturnTo(search.get('next'));
  return { path, query: path ? `?next=${encodeURIComponent(path)}` : '' };
}

/** The address that was typed on the previous screen. */
export function useHandedEmail(): string | undefined {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state && 'email' in state ? String(state.email) : undefined;
}

/** The terms of a sale in the path back to the wizard, where it has all of them. */
export function sellTermsOf(path: string | undefined) {
  if (!path?.startsWith('/sell?')) return undefined;
  const query = new URL(path, baseUrl).searchParams;
  const cryptoId = query.get('crypto');
  const cryptoAmount = query.get('amount');
  const targetCurrency = query.get('currency') ?? query.get('guess');
  return cryptoId && cryptoAmount && targetCurrency ? { cryptoId, cryptoAmount, targetCurrency } : undefined;
}
