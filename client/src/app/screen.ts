import type { ParseKeys } from 'i18next';
import { lazy, type ComponentType } from 'react';
import { loadTexts } from '#client/lib/i18n/load-texts.ts';
import type { Resources } from '#client/lib/i18n/resources.ts';

/** `account`: header and, on phones, bottom tabs; `wizard`: the screen has its own layout (WizardLayout). */
type Layout = 'public' | 'account' | 'wizard' | 'bare';

interface Links {
  /** Text of the link in the header and the menus of a signed-in user. */
  nav?: ParseKeys;
  /** Text of the tab on a phone. */
  tab?: ParseKeys;
  footer?: ParseKeys;
}

/** Declares one screen of the product: its address, its frame, the menus that lead to it, and its chunk. */
export interface ScreenRoute extends Links {
  path: string;
  layout: Layout;
  Screen: ComponentType;
  /** Name of the screen and of its file. */
  name: string;
  /** Fetches the screen's code. */
  load: () => Promise<unknown>;
}

/**
 * Fetches, after the code of a screen, all texts that it may show: the build adds their namespaces to it
 * (vite.config.ts). Texts that are fetched later hide the screen for a moment, and take the focus from the field that
 * the user types into.
 */
export async function withTexts<Loaded extends object>(loading: Promise<Loaded>): Promise<Loaded> {
  const screenModule = await loading;
  const { texts }: { texts?: readonly (keyof Resources)[] } = screenModule;
  if (texts) await loadTexts(...texts);
  return screenModule;
}

/** A component in a chunk of its own: `lazyScreen('KycPage', () => import('…'))`. */
export function lazyScreen<Name extends string, Props = object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazy<ComponentType<Props>>(async () => ({ default: (await withTexts(load()))[name] }));
}

/** Makes the screens of one layout, lazy-loaded on navigation: `own('/kyc', 'KycPage', () => import('…'))`. */
export const screensIn =
  (layout: Layout) =>
  <Name extends string>(
    path: string,
    name: Name,
    load: () => Promise<Record<Name, ComponentType>>,
    links: Links = {},
  ): ScreenRoute => ({ path, layout, name, load, Screen: lazyScreen(name, load), ...links });
