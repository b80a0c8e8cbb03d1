import { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import {
  notFoundPath,
  type CallApi,
  type RenderedPage,
  type PageRenderer,
  type InitialData,
} from '#shared/kernel/ssr.ts';
import { publicPages } from '#shared/landing/landing.pages.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { guessCurrency } from '#client/features/landing/components/landing.guess-currency.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { takeHead } from '#client/lib/browser/head.ts';
import { supportedLanguageOf, directionOf, switchLanguage } from '#client/lib/i18n/i18n.ts';
import { brandName, setInitialData } from '#client/lib/api/initial-data.ts';
import { Providers, Screens } from './App.tsx';
import { metadataOfPage, prefetchPage, type PrefetchContext } from './ssr.prefetch.ts';
import { routeAt } from './routes.ts';

type PageRequest = Parameters<PageRenderer['render']>[0];

// Forms stay with the browser: what is typed before a drawn one comes alive would be lost.
const formPages = ['/login', '/register'];
const articlePath = '/blog/:id';
const indexablePages = [...publicPages, articlePath];
/** Texts of parts that come alive when the browser has nothing else to do. */
const lazyNamespaces = ['newsletter', 'rates'];

/** Pages as text, for first visits, for search engines and for whoever runs no scripts. */
export const renderer: PageRenderer = {
  preferencesOf(languages, chosen) {
    const codes = payoutCurrencies.map(({ code }) => code);
    return { language: supportedLanguageOf([chosen, ...languages]), currency: guessCurrency(codes, languages) ?? null };
  },
  kindOf(path, search) {
    const route = routeAt(path)?.path;
    const isForSearch = route !== undefined && indexablePages.includes(route);
    const canonical = isForSearch ? path.replace(/\/+$/, '').toLowerCase() || '/' : path;
    const rest = { canonical, isForSearch, showsCurrency: route === '/' };
    if (!route) return { name: notFoundPath, isServerRendered: true, ...rest };
    const isFiltered = route === '/blog' && search.length > 1;
    const isServerRendered = isForSearch && !formPages.includes(route) && !isFiltered;
    // What is not drawn must not be cached under the name of the page that is.
    return { name: isServerRendered ? canonical : `undrawn ${route}`, isServerRendered, ...rest };
  },
  render,
};

/** The name of a page that is not drawn and that search engines may keep all the same. */
function titleOfForm(path: string | undefined): string | undefined {
  if (path === '/login') return i18next.t('auth:login.title');
  return path === '/register' ? i18next.t('auth:register.title') : undefined;
}

async function render({ path, search, preferences, publicUrl, ...pageRequest }: PageRequest): Promise<RenderedPage> {
  const callApi: CallApi = (asked, sent) => pageRequest.callApi(asked, { ...sent, language: preferences.language });
  const { name, isServerRendered, isForSearch, canonical } = renderer.kindOf(path, search);
  const route = routeAt(path);
  const client = new QueryClient();
  const settings = await client.fetchQuery({
    ...settingsQuery,
    queryFn: async () => (await callApi('GET /api/settings')) as never,
  });
  const context: PrefetchContext = { client, callApi, path, currency: preferences.currency };
  const isNotFound = isServerRendered && !(await prefetchPage(route?.path, context));
  const initialData: InitialData = {
    ...preferences,
    brand: settings.brand.name,
    serverRendered: isServerRendered,
    namespaces: [],
    answers: client
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state }) => [queryKey, state.data] as const),
  };
  setInitialData(initialData);
  // Collected afresh by the components of this page.
  Object.assign(i18next, { reportNamespaces: undefined });
  await switchLanguage(preferences.language, ['common', 'landing', 'auth', 'messages']);
  const markup = isServerRendered ? await renderMarkup(path, client) : '';
  const namespaces = (i18next.reportNamespaces?.getUsedNamespaces() ?? []).filter(
    (namespace) => !lazyNamespaces.includes(namespace),
  );
  const head = takeHead();
  const isWrong = name === notFoundPath || isNotFound;
  return {
    status: isWrong ? 404 : 200,
    canonical: isForSearch && !isWrong ? canonical : null,
    direction: directionOf(preferences.language),
    title: head.title || titleOfForm(route?.path) || brandName(),
    description: head.description ?? i18next.t('landing:hero.lede'),
    noScript: i18next.t('common:noScript'),
    ...metadataOfPage(route?.path, context, publicUrl),
    markup,
    initialData: { ...initialData, namespaces: isServerRendered ? namespaces : [] },
    modules: isServerRendered ? modulesOf(route?.name, preferences.language, namespaces) : [],
  };
}

async function renderMarkup(path: string, client: QueryClient): Promise<string> {
  const page = (
    <StrictMode>
      <Providers client={client}>
        <StaticRouter location={path}>
          <Screens />
        </StaticRouter>
      </Providers>
    </StrictMode>
  );
  // Whole, in the order of the page: parts that come later would need a script to be put in their place.
  const { prelude } = await prerender(page, {
    progressiveChunkSize: Infinity,
    onError: (error) => {
      throw error;
    },
  });
  return new Response(prelude).text();
}

/** What the browser fetches at once: the screen, what stands in its first picture, and its texts. */
function modulesOf(screen: string | undefined, language: string, namespaces: readonly string[]): string[] {
  const beside = screen === 'LandingPage' ? ['SellCalculator'] : [];
  return [
    ...[...(screen ? [screen] : []), ...beside].map((name) => `/${name}.tsx`),
    ...namespaces.map((namespace) => `/locales/${language}/${namespace}.json`),
  ];
}
