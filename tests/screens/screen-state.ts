import type { ScreenUser } from './demo-server.ts';
import type * as walk from './interactions.ts';

/** One thing to check: a screen of routes.ts, in one of its states. */
export interface ScreenState {
  name: string;
  /** The line of routes.ts it belongs to; `*` is the address that does not exist. */
  route: string;
  /** Its path in the demo; by default the route itself. */
  path?: string;
  who: ScreenUser;
  /** Answers that replace the demo's own, before the page is opened. */
  prepare?: walk.Step;
  /** Interacts with the opened page until it is in the state to be shown. */
  reach?: walk.Step;
  /** True for a page without a network, which can't load the texts of another language. */
  isOffline?: true;
}

type ScreenOptions = Pick<ScreenState, 'path' | 'prepare' | 'reach' | 'isOffline'>;
const screenFor = (user: ScreenUser) => (name: string, route: string, options?: ScreenOptions) => ({
  name,
  route,
  who: user,
  ...options,
});
export const visitor = screenFor('visitor');
export const customer = screenFor('customer');
export const newcomer = screenFor('newcomer');
export const admin = screenFor('admin');
export const reviewer = screenFor('reviewer');
export const payer = screenFor('payer');
export const support = screenFor('support');
export const beginner = screenFor('beginner');
