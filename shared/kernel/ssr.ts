/** The supported language and the payout currency that a visitor prefers; the server may not know the currency. */
export interface Preferences {
  language: string;
  currency: string | null;
}

/** One API call as a visitor may make it. Null if the resource does not exist. */
export type CallApi = (
  route: string,
  options?: { language?: string; params?: unknown; query?: unknown; body?: unknown },
) => Promise<unknown>;

/** The files of the client's build that a page includes. */
export interface PageAssets {
  /** HTML for the head of every page: styles, scripts, icons and one inline script, whose hash is in the CSP. */
  head: string;
  /** The files that contain these client modules (whose paths end with the given ones), with all their imports. */
  filesOf: (modules: readonly string[]) => string[];
}

export interface RenderedPage {
  status: 200 | 404;
  html: string;
}

export interface PageKind {
  /** Two paths with the same name render alike: it is part of the cache key. */
  name: string;
  isServerRendered: boolean;
  /** The server redirects all other spellings of the path to this one. */
  canonical: string;
  /** True where search engines may index the page. */
  isForSearch: boolean;
  /** True where the page differs by the visitor's payout currency. */
  showsCurrency: boolean;
  /**
   * True where the path is a secret: the page is rendered for each request, and no other site or search engine learns
   * the path.
   */
  isPrivate: boolean;
}

/** Functions of the client's build by which the server renders pages. */
export interface PageRenderer {
  preferencesOf: (languages: readonly string[], chosen: string | undefined) => Preferences;
  kindOf: (path: string, search: string) => PageKind;
  /** Renders one page at a time: texts and brand belong to the current page. */
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
