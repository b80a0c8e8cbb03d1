import { domToReact, type DOMNode, type Element, type HTMLReactParserOptions } from 'html-react-parser';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ScrollRegion } from '#client/ui/layout/ScrollRegion.tsx';
import { childrenOf, isElement, isText } from './blog.rich-text.ts';
import { Picture } from './Picture.tsx';

type RenderElement = (props: { element: Element; children: ReactNode }) => ReactNode;

/** What an article is rendered with. An element that is not listed shows its text alone, an attribute not named here is gone. */
const elements: Record<string, RenderElement> = {
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
  h4: ({ children }) => <h4 className="text-base font-semibold">{children}</h4>,
  p: ({ children }) => <p>{children}</p>,
  ul: ({ children }) => <ul className="flex list-disc flex-col gap-2 ps-6 marker:text-faint">{children}</ul>,
  ol: ({ element, children }) => (
    <ol
      start={Number(element.attribs['start']) || undefined}
      className="flex list-decimal flex-col gap-2 ps-6 marker:text-faint"
    >
      {children}
    </ol>
  ),
  li: ({ children }) => <li>{children}</li>,
  blockquote: ({ children }) => (
    <blockquote className="flex flex-col gap-3 border-s-2 border-tide ps-4 text-muted">{children}</blockquote>
  ),
  pre: ({ children }) => <CodeRegion>{children}</CodeRegion>,
  code: ({ children }) => <code className="font-mono text-sm wrap-anywhere">{children}</code>,
  hr: () => <hr className="border-line" />,
  br: () => <br />,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  em: ({ children }) => <em>{children}</em>,
  del: ({ children }) => <del>{children}</del>,
  a: ({ element, children }) => <Anchor href={element.attribs['href'] ?? ''}>{children}</Anchor>,
  img: ({ element }) => (
    <Picture src={element.attribs['src'] ?? ''} alt={element.attribs['alt'] ?? ''} className="w-full" />
  ),
  table: ({ children }) => <TableRegion>{children}</TableRegion>,
  thead: ({ children }) => <thead className="bg-sunken text-start">{children}</thead>,
  tbody: ({ children }) => <tbody>{children}</tbody>,
  tr: ({ children }) => <tr className="border-b border-line last:border-0">{children}</tr>,
  th: ({ children }) => (
    <th scope="col" className="px-3 py-2 text-start font-medium text-muted">
      {children}
    </th>
  ),
  td: ({ children }) => <td className="px-3 py-2 align-top">{children}</td>,
};

/** Renders what `readArticle` parsed. */
export function RichText({ nodes }: { nodes: DOMNode[] }) {
  return domToReact(nodes, options);
}

const options: HTMLReactParserOptions = {
  replace(node) {
    if (isText(node)) return undefined; // Rendered as it is.
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
