import { currencyName } from '#client/lib/format/format.ts';

const english = new Intl.DisplayNames(['en'], { type: 'currency' });

/** The currency's name in the reader's language, unless the operator has set a custom name. */
export function nameOf({ code, name }: { code: string; name: string }): string {
  return name === english.of(code) ? currencyName(code) : name;
}
