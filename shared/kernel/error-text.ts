import { errorTexts, programErrorTexts } from './errors.ts';

const all: Readonly<Record<string, string>> = { ...errorTexts, ...programErrorTexts };
type Values = Readonly<Record<string, string | number>>;

const englishPlurals = new Intl.PluralRules('en');

/** The English text of a reason, its blanks filled as they are. */
export function englishText({ reason, params = {} }: { reason: string; params?: Values }): string {
  const text = all[reason] ?? all[`${reason}_${englishPlurals.select(Number(params['count']))}`] ?? reason;
  return text.replace(/\{\{(\w+)\}\}/g, (blank, name: string) => String(params[name] ?? blank));
}
