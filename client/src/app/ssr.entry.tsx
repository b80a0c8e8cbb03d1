import { dehydrate, QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { guessCurrency } from '#client/features/rates/components/rates.guess-currency.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { brandName, initialDataId, setInitialData, type InitialData } from '#client/lib/api/initial-data.ts';
import { supportedLanguageOf, switchLanguage } from '#client/lib/i18n/i18n.ts';
import { Metadata, SiteMetadataContext } from '#client/ui/layout/Metadata.tsx';
import {
  prefetchQuery,
  type ServerPage,
  type PageMetadata,
  type PrefetchContext,
} from '#client/ui/layout/server-page.ts';
import { notFoundPath, type CallApi, type PageRenderer, type RenderedPage } from '#shared/kernel/ssr.ts';
import { publicPages } from '#shared/landing/landing.pages.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { Providers } from './App.tsx';
import { Document } from './Document.tsx';
import { routeObjects } from './Router.tsx';
import { routeAt } from './routes.ts';
import { htmlOf } from './ssr.html.ts';
import { serverPages } from './ssr.pages.ts';

type PageRequest = Parameters<PageRenderer['render']>[0];

// Early clicks on forms are left to the browser: text typed before hydration would be lost.
const formPages = ['/login', '/register'];
const indexablePages = [...publicPages, '/blog/:id'];
/** Texts that are fetched when they are first needed. */
const lazyNamespaces = ['errors'];
const noMetadata: PageMetadata = { structuredData: [], image: null, article: null };

/** Pages as HTML, for first visits, for search engines and for visitors without scripts. */
export const renderer: PageRenderer = {
  preferencesOf(languages, chosenLanguage) {
    const codes = payoutCurrencies.map(({ code }) => code);
    return {
      language: supportedLanguageOf([chosenLanguage, ...languages]),
      currency: guessCurrency(codes, languages) ?? null,
    };
  },
  kindOf(path, search) {
    const route = routeAt(path)?.path;
    const isForSearch = route !== undefined && indexablePages.includes(route);
    const canonical = isForSearch ? path.replace(/\/+$/, '').toLowerCase() || '/' : path;
    const isPrivate = serverPages[route ?? '']?.isPrivate === true;
    const rest = { canonical, isForSearch, showsCurrency: route === '/', isPrivate };
    if (!route) return { name: notFoundPath, isServerRendered: true, ...rest };
    const isFiltered = route === '/blog' && search.length > 1;
    const isServerRendered = isPrivate || (isForSearch && !formPages.includes(route) && !isFiltered);
    if (isPrivate) return { name: route, isServerRendered, ...rest };
    // The shell of a page that the browser renders must not be cached under a server-rendered name.
    return { name: isServerRendered ? canonical : `client-rendered ${route}`, isServerRendered, ...rest };
  },
  render,
};

/** The title of a page that the browser renders and that search engines may index. */
function titleOfForm(path: string | undefined): string | undefined {
  if (path === '/login') return i18next.t('auth:login.title');
  return path === '/register' ? i18next.t('auth:register.title') : undefined;
}

/** The metadata of a page, by its feature; a page without any has none. */
function metadataOf(page: ServerPage | undefined, context: PrefetchContext, operator: string, publicUrl: string) {
  const publisher = { '@type': 'Organization', name: operator, url: `${publicUrl}/` };
  return page?.metadataOf?.(context, { publicUrl, brand: brandName(), publisher }) ?? noMetadata;
}

async function render({ path, search, preferences, publicUrl, assets, ...pageRequest }: PageRequest) {
  const callApi: CallApi = (asked, args) => pageRequest.callApi(asked, { ...args, language: preferences.language });
  const { name, isServerRendered, isForSearch, isPrivate, canonical } = renderer.kindOf(path, search);
  const route = routeAt(path);
  const client = new QueryClient();
  const settings = await prefetchQuery({ client, callApi }, settingsQuery);
  if (!settings) throw new Error('There are no settings.');
  const context: PrefetchContext = { client, callApi, path, ...preferences };
  const serverPage = serverPages[route?.path ?? ''];
  const isFound = !isServerRendered || !serverPage || (await serverPage.prefetch(context));
  const status: RenderedPage['status'] = name === notFoundPath || !isFound ? 404 : 200;
  const language = serverPage?.languageOf?.(context) ?? preferences.language;
  const initialData: InitialData = {
    ...preferences,
    language,
    brand: settings.brand.name,
    serverRendered: isServerRendered,
    namespaces: [],
    queries: dehydrate(client),
  };
  setInitialData(initialData);
  // The components of this page collect their metadata again.
  Object.assign(i18next, { reportNamespaces: undefined });
  await switchLanguage(language, ['common', 'landing', 'auth']);
  const { structuredData, ...metadata } = metadataOf(serverPage, context, settings.brand.operator, publicUrl);
  const site = {
    ...metadata,
    url: (isForSearch || isPrivate) && status === 200 ? publicUrl + canonical : null,
    isForSearch: isForSearch && status === 200,
    siteName: brandName(),
    description: settings.brand.tagline,
    defaultImage: `${publicUrl}/og.png`,
  };
  const routed = await createStaticHandler(routeObjects).query(new Request(publicUrl + path));
  if (routed instanceof Response) throw new Error(`${path} is redirected.`);
  const document = await htmlOf(
    <StrictMode>
      <SiteMetadataContext value={site}>
        <Document language={language} noScript={i18next.t('common:noScript')}>
          {isServerRendered ? (
            <Providers client={client}>
              <StaticRouterProvider
                router={createStaticRouter(routeObjects, routed)}
                context={routed}
                hydrate={false}
              />
            </Providers>
          ) : (
            <Metadata title={titleOfForm(route?.path) ?? brandName()} />
          )}
        </Document>
      </SiteMetadataContext>
    </StrictMode>,
  );
  const usedNamespaces = isServerRendered ? (i18next.reportNamespaces?.getUsedNamespaces() ?? []) : [];
  const namespaces = usedNamespaces.filter((namespace) => !lazyNamespaces.includes(namespace));
  const modules = [
    ...(isServerRendered && route ? [`/${route.name}.tsx`] : []),
    ...namespaces.map((namespace) => `/locales/${language}/${namespace}.json`),
  ];
  const entities = status === 200 ? structuredData : [];
  const files = assets.filesOf(modules);
  const html = withData(document, { head: assets.head, entities, initialData: { ...initialData, namespaces }, files });
  return { status, html };
}

interface PageData {
  head: string;
  /** Structured data, for search engines. */
  entities: readonly object[];
  initialData: InitialData;
  /** The files of the screen and its texts. */
  files: readonly string[];
}

/** A rendered document with what its head needs, and with the data that the browser begins with. */
function withData(document: string, { head, entities, initialData, files }: PageData): string {
  const scripts = entities.map((entity) => json('type="application/ld+json"', entity));
  // React leaves elements that it did not render alone when it hydrates the head.
  return (
    document
      .replace('<head>', (start) => [start, head, ...scripts].join(''))
      // The data is complete only when the document is rendered, hence it follows the app.
      .replace('</body>', (end) =>
        [
          json(`type="application/json" id="${initialDataId}"`, initialData),
          ...files.map((file) => `<link rel="modulepreload" href="${file}"/>`),
          end,
        ].join(''),
      )
  );
}

/** A script element with JSON that cannot close the element. */
function json(attributes: string, value: unknown): string {
  return `<script ${attributes}>${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`;
}
