let rendered: Element[] = [];

/** To be called before hydration: remembers the title and description that the server rendered. */
export function rememberServerMetadata(): void {
  rendered = [...document.head.querySelectorAll('title, meta[name="description"]')];
}

/**
 * Removes them if React has not adopted them: when the user navigates before a screen is hydrated, React renders the next
 * one instead and leaves what the server hoisted into the head for the first.
 */
export function dropAbandonedMetadata(): void {
  const abandoned = rendered;
  rendered = [];
  if (document.head.querySelectorAll('title').length < 2) return;
  for (const element of abandoned) element.remove();
}
