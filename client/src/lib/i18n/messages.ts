import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from './catalogues.ts';
import { currentLanguage, loadTexts } from './i18n.ts';

const templates = new Map<string, RegExp>();

/** Fetches what refusals and fields say in the person's language, so that no English flashes by. */
export async function loadMessages(): Promise<void> {
  try {
    await loadTexts('messages');
  } catch {
    // The English sentences stand in their place.
  }
}

/**
 * Translates what the server or a schema says in English into the person's language. Words nobody has translated, such
 * as those that a person at the desk wrote, come back as they are.
 */
export function useMessages(): (message: string) => string {
  // Rendered again once they are there; until then the English sentences stand in their place.
  useTranslation('messages', { useSuspense: false });
  return messageOf;
}

/** The same where no component stands; `loadMessages` must have been awaited. */
export function messageOf(message: string): string {
  return translated(i18next.getResourceBundle(currentLanguage(), 'messages') as Catalogue | undefined, message);
}

function translated(texts: Catalogue = {}, message: string): string {
  const whole = texts[message];
  if (typeof whole === 'string') return whole;
  for (const [template, text] of Object.entries(texts)) {
    const values = template.includes('{{') ? patternOf(template).exec(message)?.groups : undefined;
    if (!values || typeof text !== 'string') continue;
    return text.replace(/\{\{(\w+)\}\}/g, (_blank, name: string) => valueIn(name, values[name]));
  }
  return message;
}

/** Recognises a sentence with values in the places of its `{{blanks}}`. */
function patternOf(template: string): RegExp {
  const known = templates.get(template);
  if (known) return known;
  const escaped = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`^${escaped.replace(/\{\{(\w+)\}\}/g, '(?<$1>.+)')}$`);
  templates.set(template, pattern);
  return pattern;
}

/** Figures as the language writes them, in Latin digits; states by their names. */
function valueIn(name: string, value = ''): string {
  if (name === 'status')
    return i18next.exists(`common:status.${value}`)
      ? i18next.t(`common:status.${value}` as 'common:status.pending')
      : value;
  if (!/^\d+(\.\d+)?$/.test(value)) return value;
  const format = new Intl.NumberFormat(`${currentLanguage()}-u-nu-latn`, { maximumFractionDigits: 18 });
  return format.format(value as Intl.StringNumericLiteral);
}
