import type { Prepared } from '#shared/kernel/drawing.ts';

export const preparedId = 'prepared';
let prepared: Prepared | undefined;

/** What the server sent along with this page; nothing in development. */
export function preparation(): Prepared | undefined {
  return prepared;
}

/** Takes what the server sent along. */
export function prepare(given: Prepared | undefined): void {
  prepared = given;
}

/** Reads it from the page. */
export function readPrepared(): void {
  const text = document.getElementById(preparedId)?.textContent;
  if (text) prepare(JSON.parse(text) as Prepared);
}

/** What the operator calls the product. */
export function brandName(): string {
  return prepared?.brand ?? 'Landfall';
}
