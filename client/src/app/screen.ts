import { lazy, type ComponentType } from 'react';

type Layout = 'public' | 'account' | 'wizard' | 'admin' | 'bare';

/** One screen of the product: where it is, in which frame, and the chunk it comes from. */
export interface ScreenRoute {
  path: string;
  /**
   * `public` header and footer; `account` header and, on phones, bottom tabs; `wizard` the screen has its own layout
   * (WizardLayout); `admin` the admin shell behind RequireAdmin; `bare` nothing.
   */
  layout: Layout;
  Screen: ComponentType;
  /** What the screen is called, as is its file. */
  name: string;
  /** Fetches the screen's code. */
  load: () => Promise<unknown>;
}

/** A screen by path, lazy-loaded on navigation: `screen('/kyc', 'account', () => import('…'), 'KycPage')`. */
export function screen<Name extends string>(
  path: string,
  layout: Layout,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ScreenRoute {
  return { path, layout, name, load, Screen: lazy<ComponentType>(async () => ({ default: (await load())[name] })) };
}
