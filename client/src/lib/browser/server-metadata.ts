let renderedElements: Element[] = [];

/** Remembers the title and description that the server rendered; before hydration. */
export function rememberServerMetadata(): void {
  renderedElements = [...document.head.querySelectorAll('title, meta[name="description"]')];
}

/** Removes metadata that React never adopted, as the user navigated before the first screen was hydrated. */
export function dropAbandonedMetadata(): void {
  const abandoned = renderedElements;
  renderedElements = [];
  if (document.head.querySelectorAll('title').length < 2) return;
  for (const element of abandoned) element.remove();
}
