import type { ScreenRoute } from './page.ts';

/**
 * Every screen of the product, one line each, each in a chunk of its own. A line is added when its page exists.
 * `screen('/kyc', 'account', () => import('#client/features/kyc/pages/KycPage.tsx'), 'KycPage'),`
 */
export const routes: readonly ScreenRoute[] = [];

/** Whether the product has this path: links to screens of other parts are shown only where they lead somewhere. */
export function hasRoute(path: string): boolean {
  return path === '/' || routes.some((route) => route.path === path);
}
