import { localesOf } from './language-tags.ts';

let tags: readonly string[] = [];

/** Makes number formats follow the regions of these language tags; a server-rendered page knows none. */
export function adoptRegions(ofBrowser: readonly string[]): void {
  tags = ofBrowser;
}

/** A language with the first region that the browser lists for it: `es-MX`, `pt-PT`; without one the language alone. */
export function withRegion(language: string): string {
  const region = localesOf(tags).find((tag) => tag.language === language && tag.region !== undefined)?.region;
  return region === undefined ? language : `${language}-${region}`;
}
