import type { RenderedPage } from '#shared/kernel/ssr.ts';

const headMarks = /<!--page-->[\s\S]*?<!--\/page-->/;
const emptyRoot = '<div id="root"></div>';

/** The page without anything rendered in it, for builds without a drawer and for when the server renders nothing. */
export function shellText(index: string, isForSearch: boolean): string {
  const robots = isForSearch ? '' : '\n    <meta name="robots" content="noindex" />';
  return index.replace(headMarks, `<title>Landfall</title>${robots}`);
}

/** A drawn page: its head for search engines and previews, its picture, and what the browser needs to bring it to life. */
export function pageText(index: string, page: RenderedPage, publicUrl: string, modules: readonly string[]): string {
  const { language, serverRendered } = page.initialData;
  const head = [...headOf(page, publicUrl), ...modules.map((file) => `<link rel="modulepreload" href="${file}" />`)];
  const initialData = `<script type="application/json" id="prepared">${inScript(page.initialData)}</script>`;
  const root = `<div id="root"${serverRendered ? ' data-unhydrated' : ''}>${page.markup}</div>\n    ${initialData}`;
  // Functions, because a text may hold what `replace` reads as a pattern.
  return index
    .replace('<html lang="en"', () => `<html lang="${language}" dir="${page.direction}"`)
    .replace(headMarks, () => head.join('\n    '))
    .replace('<noscript></noscript>', () => `<noscript>${escapeHtml(page.noScript)}</noscript>`)
    .replace(emptyRoot, () => root);
}

function headOf(page: RenderedPage, publicUrl: string): string[] {
  const { title, description, canonical, article, image, structuredData } = page;
  const lines = [`<title>${escapeHtml(title)}</title>`, meta('name', 'description', description)];
  if (canonical === null) return [...lines, meta('name', 'robots', 'noindex')];
  const url = publicUrl + canonical;
  const isOurs = image === null;
  lines.push(
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    meta('property', 'og:type', article ? 'article' : 'website'),
    meta('property', 'og:site_name', page.initialData.brand),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', image ?? `${publicUrl}/og.png`),
    ...(isOurs ? [meta('property', 'og:image:width', '1200'), meta('property', 'og:image:height', '630')] : []),
    meta('name', 'twitter:card', 'summary_large_image'),
  );
  if (article) {
    lines.push(
      meta('property', 'article:published_time', article.published),
      meta('property', 'article:modified_time', article.changed),
      meta('property', 'article:author', article.author),
    );
  }
  return [...lines, ...structuredData.map((item) => `<script type="application/ld+json">${inScript(item)}</script>`)];
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}

// Text that stays text between tags and inside quotes.
function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** JSON that cannot end the element it stands in. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
