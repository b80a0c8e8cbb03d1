import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ScrollRegion } from '#client/ui/ScrollRegion.tsx';
import { Picture } from './Picture.tsx';

type Draw = (props: { element: Element; children: ReactNode }) => ReactNode;

/** What an article is drawn with. An element that is not listed shows its text alone, an attribute not named here is gone. */
const elements: Record<string, Draw> = {
  H2: ({ element, children }) => (
    <h2 id={element.id} className="mt-4 scroll-mt-24 text-xl">
      {children}
    </h2>
  ),
  H3: ({ element, children }) => (
    <h3 id={element.id} className="mt-2 scroll-mt-24 text-lg">
      {children}
    </h3>
  ),
  H4: ({ children }) => <h4 className="text-base font-semibold">{children}</h4>,
  P: ({ children }) => <p>{children}</p>,
  UL: ({ children }) => <ul className="flex list-disc flex-col gap-2 ps-6 marker:text-faint">{children}</ul>,
  OL: ({ element, children }) => (
    <ol
      start={Number(element.getAttribute('start')) || undefined}
      className="flex list-decimal flex-col gap-2 ps-6 marker:text-faint"
    >
      {children}
    </ol>
  ),
  LI: ({ children }) => <li>{children}</li>,
  BLOCKQUOTE: ({ children }) => (
    <blockquote className="flex flex-col gap-3 border-s-2 border-tide ps-4 text-muted">{children}</blockquote>
  ),
  PRE: ({ children }) => <CodeRegion>{children}</CodeRegion>,
  CODE: ({ children }) => <code className="font-mono text-[0.9em] wrap-anywhere">{children}</code>,
  HR: () => <hr className="border-line" />,
  BR: () => <br />,
  STRONG: ({ children }) => <strong className="font-semibold">{children}</strong>,
  EM: ({ children }) => <em>{children}</em>,
  DEL: ({ children }) => <del>{children}</del>,
  A: ({ element, children }) => <Anchor href={element.getAttribute('href') ?? ''}>{children}</Anchor>,
  IMG: ({ element }) => (
    <Picture src={element.getAttribute('src') ?? ''} alt={element.getAttribute('alt') ?? ''} className="w-full" />
  ),
  TABLE: ({ children }) => <TableRegion>{children}</TableRegion>,
  THEAD: ({ children }) => <thead className="bg-sunken text-start">{children}</thead>,
  TBODY: ({ children }) => <tbody>{children}</tbody>,
  TR: ({ children }) => <tr className="border-b border-line last:border-0">{children}</tr>,
  TH: ({ children }) => (
    <th scope="col" className="px-3 py-2 text-start font-medium text-muted">
      {children}
    </th>
  ),
  TD: ({ children }) => <td className="px-3 py-2 align-top">{children}</td>,
};

/** Draws what `readArticle` took apart. */
export function RichText({ nodes }: { nodes: readonly Node[] }) {
  return (
    <>
      {nodes.map((node, index) => (
        <Fragment key={index}>{draw(node)}</Fragment>
      ))}
    </>
  );
}

function draw(node: Node): ReactNode {
  if (!(node instanceof Element)) return node instanceof Text ? node.textContent : null;
  const inside = <RichText nodes={[...node.childNodes]} />;
  return elements[node.tagName]?.({ element: node, children: inside }) ?? inside;
}

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
