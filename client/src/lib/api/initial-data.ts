import type { InitialData } from '#shared/kernel/ssr.ts';

export const initialDataId = 'prepared';
let initialData: InitialData | undefined;

/** What the server sent along with this page; nothing in development. */
export function getInitialData(): InitialData | undefined {
  return initialData;
}

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
export function brandName(): string {
  return initialData?.brand ?? 'Landfall';
}
