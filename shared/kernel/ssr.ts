/** What a visitor prefers, as far as the server knows: one of the languages there are, and a payout currency. */
export interface Preferences {
  language: string;
  currency: string | null;
}

/** One call of the API as a visitor may make it. Null where there is nothing of that kind. */
export type CallApi = (
  route: string,
  options?: { language?: string; params?: unknown; query?: unknown; body?: unknown },
) => Promise<unknown>;

/** What the client's build gives to a page. */
export interface PageAssets {
  /** What every page has in its head, as HTML: the one inline script (whose hash the policy has), styles, scripts, icons. */
  head: string;
  /** The files that hold these modules of the client (their paths end so), with all they import. */
  filesOf: (modules: readonly string[]) => string[];
}

export interface RenderedPage {
  status: 200 | 404;
  html: string;
}

export interface PageKind {
  /** Two paths with one name render alike: it is part of the cache key. */
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
  /** One page at a time: texts and brand belong to the page that is being rendered. */
  render: (pageRequest: {
    path: string;
    search: string;
    preferences: Preferences;
    callApi: CallApi;
    publicUrl: string;
    assets: PageAssets;
  }) => Promise<RenderedPage>;
}

/** The placeholder for the path in a rendered "not found" page, which differs with every wrong address. */
export const notFoundPath = '/wrong-address-of-this-visitor';
