import { currencyName } from '#client/lib/format/format.ts';

const english = new Intl.DisplayNames(['en'], { type: 'currency' });

/** What a currency is called in the reader's language, unless the desk has given it a name of its own. */
export function nameOf({ code, name }: { code: string; name: string }): string {
  return name === english.of(code) ? currencyName(code) : name;
}
