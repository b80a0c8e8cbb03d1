import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';

/** Renders a document as HTML; rejects with the first error of any of its parts, suspended ones included. */
export async function htmlOf(document: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  // Renders the whole page in its order: a later part would need an inline script to be put in its place.
  const { prelude } = await prerender(document, {
    progressiveChunkSize: Infinity,
    // An error that is thrown after a suspended part has no caller: it would end the process.
    onError: (error) => void failures.push(error),
  });
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return html;
}
