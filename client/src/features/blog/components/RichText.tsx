import { domToReact, type DOMNode, type Element, type HTMLReactParserOptions } from 'html-react-parser';
import { createElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ScrollRegion } from '#client/ui/layout/ScrollRegion.tsx';
import { childrenOf, isElement, isText } from './blog.rich-text.ts';
import { Picture } from './Picture.tsx';

type RenderElement = (props: { element: Element; children: ReactNode }) => ReactNode;

/** Elements of an article that take no attribute, with their classes. */
const elementClasses = {
  h4: 'text-base font-semibold',
  p: undefined,
  ul: 'flex list-disc flex-col gap-2 ps-6 marker:text-faint',
  li: undefined,
  blockquote: 'flex flex-col gap-3 border-s-2 border-tide ps-4 text-muted',
  code: 'font-mono text-sm wrap-anywhere',
  strong: 'font-semibold',
  em: undefined,
  del: undefined,
  thead: 'bg-sunken text-start',
  tbody: undefined,
  tr: 'border-b border-line last:border-0',
  td: 'px-3 py-2 align-top',
} as const;

const plainElements = Object.entries(elementClasses).map(([name, className]): [string, RenderElement] => [
  name,
  ({ children }) => createElement(name, { className }, children),
]);

/**
 * Elements and attributes of an article. An element that is not listed shows its text alone, other attributes are
 * dropped.
 */
const elements: Record<string, RenderElement> = {
  ...Object.fromEntries(plainElements),
  h2: ({ element, children }) => (
    <h2 id={element.attribs['id']} className="mt-4 scroll-mt-24 text-xl">
      {children}
    </h2>
  ),
  h3: ({ element, children }) => (
    <h3 id={element.attribs['id']} className="mt-2 scroll-mt-24 text-lg">
      {children}
    </h3>
  ),
  ol: ({ element, children }) => (
    <ol
      start={Number(element.attribs['start']) || undefined}
      className="flex list-decimal flex-col gap-2 ps-6 marker:text-faint"
    >
      {children}
    </ol>
  ),
  pre: ({ children }) => <CodeRegion>{children}</CodeRegion>,
  hr: () => <hr className="border-line" />,
  br: () => <br />,
  a: ({ element, children }) => <Anchor href={element.attribs['href'] ?? ''}>{children}</Anchor>,
  img: ({ element }) => (
    <Picture src={element.attribs['src'] ?? ''} alt={element.attribs['alt'] ?? ''} className="w-full" />
  ),
  table: ({ children }) => <TableRegion>{children}</TableRegion>,
  th: ({ children }) => (
    <th scope="col" className="px-3 py-2 text-start font-medium text-muted">
      {children}
    </th>
  ),
};

/** Renders the nodes that `readArticle` has parsed. */
export function RichText({ nodes }: { nodes: DOMNode[] }) {
  return domToReact(nodes, options);
}

const options: HTMLReactParserOptions = {
  replace(node) {
    if (isText(node)) return undefined; // The parser renders it unchanged.
    if (!isElement(node)) return <></>;
    const children = domToReact(childrenOf(node), options);
    return <>{elements[node.name]?.({ element: node, children }) ?? children}</>;
  },
};

function Anchor({ href, children }: { href: string; children: ReactNode }) {
  const classes = 'text-link font-medium wrap-anywhere underline';
  if (/^\/(?![/\\])/.test(href) && !href.startsWith('/api/')) {
    return (
      <Link to={href} className={classes}>
        {children}
      </Link>
    );
  }
  if (!/^(https?:|mailto:|#)/i.test(href)) return children;
  return (
    <a href={href} rel="noopener noreferrer nofollow" className={classes}>
      {children}
    </a>
  );
}

function TableRegion({ children }: { children: ReactNode }) {
  const { t } = useTranslation('blog');
  return (
    <ScrollRegion label={t('table')} className="card">
      <table className="w-full border-collapse text-sm">{children}</table>
    </ScrollRegion>
  );
}

function CodeRegion({ children }: { children: ReactNode }) {
  const { t } = useTranslation('blog');
  return (
    <ScrollRegion label={t('code')} className="rounded-card bg-sunken p-4 text-sm">
      <pre dir="ltr">{children}</pre>
    </ScrollRegion>
  );
}
