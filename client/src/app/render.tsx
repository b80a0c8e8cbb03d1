import { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { wrongPath, type Ask, type DrawnPage, type Drawer, type Prepared } from '#shared/kernel/drawing.ts';
import { publicPages } from '#shared/landing/public-pages.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { guessCurrency } from '#client/features/landing/parts/guess-currency.ts';
import { settingsQuery } from '#client/features/settings/settings.api.ts';
import { takeHead } from '#client/lib/head.ts';
import { builtLanguageOf, directionOf, switchLanguage } from '#client/lib/i18n.ts';
import { brandName, prepare } from '#client/lib/prepared.ts';
import { Providers, Screens } from './App.tsx';
import { factsOfPage, fill, type PageNeeds } from './fillings.ts';
import { routeAt } from './routes.ts';

type Wish = Parameters<Drawer['draw']>[0];

// Forms stay with the browser: what is typed before a drawn one comes alive would be lost.
const withForms = ['/login', '/register'];
const articlePath = '/blog/:id';
const forSearch = [...publicPages, articlePath];
/** Texts of parts that come alive when the browser has nothing else to do. */
const lateNamespaces = ['newsletter', 'rates'];

/** Pages as text, for first visits, for search engines and for whoever runs no scripts. */
export const drawer: Drawer = {
  tasteOf(languages, chosen) {
    const codes = payoutCurrencies.map(({ code }) => code);
    return { language: builtLanguageOf([chosen, ...languages]), currency: guessCurrency(codes, languages) ?? null };
  },
  kindOf(path, search) {
    const route = routeAt(path)?.path;
    const isForSearch = route !== undefined && forSearch.includes(route);
    const canonical = isForSearch ? path.replace(/\/+$/, '').toLowerCase() || '/' : path;
    const rest = { canonical, isForSearch, showsCurrency: route === '/' };
    if (!route) return { name: wrongPath, isDrawn: true, ...rest };
    const isFiltered = route === '/blog' && search.length > 1;
    const isDrawn = isForSearch && !withForms.includes(route) && !isFiltered;
    // What is not drawn must not be cached under the name of the page that is.
    return { name: isDrawn ? canonical : `undrawn ${route}`, isDrawn, ...rest };
  },
  draw,
};

/** The name of a page that is not drawn and that search engines may keep all the same. */
function titleOfForm(path: string | undefined): string | undefined {
  if (path === '/login') return i18next.t('auth:login.title');
  return path === '/register' ? i18next.t('auth:register.title') : undefined;
}

async function draw({ path, search, taste, publicUrl, ...wish }: Wish): Promise<DrawnPage> {
  const ask: Ask = (asked, sent) => wish.ask(asked, { ...sent, language: taste.language });
  const { name, isDrawn, isForSearch, canonical } = drawer.kindOf(path, search);
  const route = routeAt(path);
  const client = new QueryClient();
  const settings = await client.fetchQuery({
    ...settingsQuery,
    queryFn: async () => (await ask('GET /api/settings')) as never,
  });
  const needs: PageNeeds = { client, ask, path, currency: taste.currency };
  const isMissing = isDrawn && !(await fill(route?.path, needs));
  const first: Prepared = {
    ...taste,
    brand: settings.brand.name,
    drawn: isDrawn,
    namespaces: [],
    answers: client
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state }) => [queryKey, state.data] as const),
  };
  prepare(first);
  // Collected afresh by the components of this page.
  Object.assign(i18next, { reportNamespaces: undefined });
  await switchLanguage(taste.language, ['common', 'landing', 'auth', 'messages']);
  const markup = isDrawn ? await print(path, client) : '';
  const namespaces = (i18next.reportNamespaces?.getUsedNamespaces() ?? []).filter(
    (namespace) => !lateNamespaces.includes(namespace),
  );
  const noted = takeHead();
  const isWrong = name === wrongPath || isMissing;
  return {
    status: isWrong ? 404 : 200,
    canonical: isForSearch && !isWrong ? canonical : null,
    direction: directionOf(taste.language),
    title: noted.title || titleOfForm(route?.path) || brandName(),
    description: noted.description ?? i18next.t('landing:hero.lede'),
    noScript: i18next.t('common:noScript'),
    ...factsOfPage(route?.path, needs, publicUrl),
    markup,
    prepared: { ...first, namespaces: isDrawn ? namespaces : [] },
    modules: isDrawn ? modulesOf(route?.name, taste.language, namespaces) : [],
  };
}

async function print(path: string, client: QueryClient): Promise<string> {
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
