/** The well-formed tags as locales; some browsers send one that no `Intl` constructor accepts, such as `C`. */
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

/** The regions of these language tags (`NG` of `en-NG`), in their order; tags without one are skipped. */
export const regionsOf = (tags: readonly string[]): string[] => localesOf(tags).flatMap(({ region }) => region ?? []);
