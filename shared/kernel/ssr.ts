/** What a page needs at once in the browser: it stands beside the page, so that nothing is asked for twice. */
export interface InitialData {
  language: string;
  /** What the operator calls the product. */
  brand: string;
  /** The payout currency this visitor most likely wants. */
  currency: string | null;
  /** Whether the page below is drawn already and only has to come alive. */
  serverRendered: boolean;
  /** The texts it was drawn with. */
  namespaces: readonly string[];
  /** Answers of the API by the key under which the client keeps them. */
  answers: readonly (readonly [key: readonly unknown[], data: unknown])[];
}

/** How a visitor's wish is understood: one of the languages there are, and a currency. */
export interface Preferences {
  language: string;
  currency: string | null;
}

/** One call of the API as a visitor may make it. Null where there is nothing of that kind. */
export type CallApi = (
  route: string,
  options?: { language?: string; params?: unknown; query?: unknown; body?: unknown },
) => Promise<unknown>;

/** One page as text, with what search engines and previews of links are told of it. */
export interface RenderedPage {
  status: 200 | 404;
  /** The path under which search engines keep it; null for pages that they should not keep. */
  canonical: string | null;
  direction: 'ltr' | 'rtl';
  title: string;
  description: string;
  /** For browsers that run no scripts. */
  noScript: string;
  /** A picture of the page's own. */
  image: string | null;
  /** What it is in the words of schema.org. */
  structuredData: readonly Record<string, unknown>[];
  article: { published: string; changed: string; author: string } | null;
  /** HTML of the page; empty where the browser draws it itself. */
  markup: string;
  initialData: InitialData;
  /** Modules of the client that the browser needs first, as the build names them. */
  modules: readonly string[];
}

/** The kind of page at a path. */
export interface PageKind {
  /** Two paths with one name look alike, so it is part of the cache key. */
  name: string;
  isServerRendered: boolean;
  /** The one spelling of the path, to which all others are redirected. */
  canonical: string;
  /** Whether search engines may index it. */
  isForSearch: boolean;
  /** Whether it differs with the visitor's payout currency. */
  showsCurrency: boolean;
}

/** What the client's build gives to the server. */
export interface PageRenderer {
  preferencesOf: (languages: readonly string[], chosen: string | undefined) => Preferences;
  kindOf: (path: string, search: string) => PageKind;
  /** One page at a time: texts, brand and the noted heading belong to the page that is being rendered. */
  render: (pageRequest: {
    path: string;
    search: string;
    preferences: Preferences;
    callApi: CallApi;
    publicUrl: string;
  }) => Promise<RenderedPage>;
}

/** Stands in a drawn "not found" page for the path, which differs with every wrong address. */
export const notFoundPath = '/wrong-address-of-this-visitor';
