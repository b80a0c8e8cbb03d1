/**
 * Renders the text of an article. The renderer is loaded with the first article that is read: it takes three megabytes.
 */
export async function renderMarkdown(markdown: string): Promise<string> {
  const renderer = await import('./blog.renderer.ts');
  return renderer.renderMarkdown(markdown);
}

/** Deeper nesting than any article has; a few thousand levels would exhaust the stack of the renderer. */
const maxNesting = 50;

/** True if quotes or lists are nested deeper than they can be rendered. */
export function isNestedTooDeep(markdown: string): boolean {
  return markdown.split('\n').some((line) => {
    const prefix = /^(?:[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t])*/.exec(line)?.[0] ?? '';
    const markers = prefix.match(/>|[-+*]|\d+[.)]/g)?.length ?? 0;
    const indentation = prefix.replaceAll('\t', '    ').length / 2;
    return markers > maxNesting || indentation > 2 * maxNesting;
  });
}
