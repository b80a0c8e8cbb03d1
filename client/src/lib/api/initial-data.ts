import type { DehydratedState } from '@tanstack/react-query';
import type { Preferences } from '#shared/kernel/ssr.ts';

/** Data that hydrates a page: embedded in the page, so that nothing is fetched twice. */
export interface InitialData extends Preferences {
  /** Name that the operator gave the product. */
  brand: string;
  /** True if the page is server-rendered and only has to be hydrated. */
  serverRendered: boolean;
  /** The texts that it was rendered with. */
  namespaces: readonly string[];
  queries: DehydratedState;
}

export const initialDataId = 'initial-data';
let initialData: InitialData | undefined;

/** Data that the server embedded in this page; nothing in development. */
export const getInitialData = (): InitialData | undefined => initialData;

/** Stores the data that the server sent with the page. */
export function setInitialData(data: InitialData | undefined): void {
  initialData = data;
}

/** Reads the data from the page. */
export function readInitialData(): void {
  const text = document.getElementById(initialDataId)?.textContent;
  // The server rendered it into the page as this type.
  if (text) setInitialData(JSON.parse(text) as InitialData);
}

/** Name that the operator gave the product. */
export const brandName = (): string => initialData?.brand ?? 'Landfall';
