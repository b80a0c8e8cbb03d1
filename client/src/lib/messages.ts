import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

const namespace = 'messages';
const templates = new Map<string, RegExp>();

/** Fetches what refusals and fields say in the person's language, so that no English flashes by. */
export async function loadMessages(): Promise<void> {
  await i18next.loadNamespaces(namespace);
}

/**
 * Translates what the server or a schema says in English into the person's language. Words nobody has translated, such
 * as those that a person at the desk wrote, come back as they are.
 */
export function useMessages(): (said: string) => string {
  const { i18n } = useTranslation(namespace, { useSuspense: false });
  return (said) => messageIn(i18n.language, said);
}

/** The same where no component stands; `loadMessages` must have been awaited. */
export function messageIn(language: string, said: string): string {
  const texts = i18next.getResourceBundle(language, namespace) as Readonly<Record<string, string>> | undefined;
  if (!texts) return said;
  const whole = texts[said];
  if (whole !== undefined) return whole;
  for (const [template, text] of Object.entries(texts)) {
    const values = template.includes('{{') ? patternOf(template).exec(said)?.groups : undefined;
    if (values) return text.replace(/\{\{(\w+)\}\}/g, (_blank, name: string) => valueIn(language, name, values[name]));
  }
  return said;
}

/** Recognises a sentence with values in the places of its `{{blanks}}`. */
function patternOf(template: string): RegExp {
  const known = templates.get(template);
  if (known) return known;
  const escaped = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const made = new RegExp(`^${escaped.replace(/\{\{(\w+)\}\}/g, '(?<$1>.+)')}$`);
  templates.set(template, made);
  return made;
}

/** Figures as the language writes them, in Latin digits; states by their names. */
function valueIn(language: string, name: string, value = ''): string {
  if (name === 'status') return i18next.t(`status.${value}`, { defaultValue: value });
  if (!/^\d+(\.\d+)?$/.test(value)) return value;
  const format = new Intl.NumberFormat(`${language}-u-nu-latn`, { maximumFractionDigits: 18 });
  return format.format(value as Intl.StringNumericLiteral);
}
