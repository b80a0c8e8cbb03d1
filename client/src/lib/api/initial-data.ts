import type { DehydratedState } from '@tanstack/react-query';
import type { Preferences } from '#shared/kernel/ssr.ts';

/** What the browser needs to hydrate a page: embedded in the page, so that nothing is fetched twice. */
export interface InitialData extends Preferences {
  /** What the operator calls the product. */
  brand: string;
  /** Whether the page is rendered already and only has to be hydrated. */
  serverRendered: boolean;
  /** The texts it was rendered with. */
  namespaces: readonly string[];
  queries: DehydratedState;
}

export const initialDataId = 'initial-data';
let initialData: InitialData | undefined;

/** What the server sent along with this page; nothing in development. */
export const getInitialData = (): InitialData | undefined => initialData;

/** Takes what the server sent along. */
export function setInitialData(data: InitialData | undefined): void {
  initialData = data;
}

/** Reads it from the page. */
export function readInitialData(): void {
  const text = document.getElementById(initialDataId)?.textContent;
  if (text) setInitialData(JSON.parse(text) as InitialData);
}

/** What the operator calls the product. */
export const brandName = (): string => initialData?.brand ?? 'Landfall';
