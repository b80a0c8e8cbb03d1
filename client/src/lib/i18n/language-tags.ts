/**
 * The well-formed ones of these language tags as locales, in their order. Some browsers name a tag that no `Intl`
 * constructor takes (`C` without a locale, `en-US@posix` under a POSIX one): it is passed over.
 */
export function localesOf(tags: readonly (string | null | undefined)[]): Intl.Locale[] {
  return tags.flatMap((tag) => {
    try {
      return tag ? [new Intl.Locale(tag)] : [];
    } catch (error) {
      if (error instanceof RangeError) return [];
      throw error;
    }
  });
}

/** The regions of these language tags (`NG` of `en-NG`), in their order; a tag without one is passed over. */
export function regionsOf(tags: readonly string[]): string[] {
  return localesOf(tags).flatMap(({ region }) => region ?? []);
}
