import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { FilledReason } from '#shared/kernel/reason.ts';
import { formatMoney } from '../format/format.ts';
import { currentLanguage, loadTexts } from './i18n.ts';
import { withRegion } from './region.ts';

/** The reason of a refusal as data; `message` is the server's English text, shown if there is no translation. */
export type ErrorText = Partial<FilledReason> & { message?: string | undefined };

/** Fetches the texts of refusals and field errors, so that no message appears in English first. */
export async function loadErrors(): Promise<void> {
  try {
    await loadTexts('errors');
  } catch {
    // errorText falls back to the server's English message.
  }
}

/**
 * Returns a function that renders a refusal or a field error in the reader's language, again once the texts have
 * loaded.
 */
export function useErrorText(): (error: ErrorText) => string {
  useTranslation('errors', { useSuspense: false });
  return errorText;
}

/** The text of an error outside of components, after `loadErrors`. */
export function errorText({ reason, params = {}, message }: ErrorText): string {
  const values = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, valueIn(name, value, params.currency)]),
  );
  if (reason && i18next.exists(`errors:${reason}`, values))
    // A key that is composed has no literal type; `exists` has found it.
    return i18next.t(`errors:${reason}` as 'errors:internal', values);
  return message ?? i18next.t('common:form.problems', { count: 1 });
}

type Param = string | number | null;
const momentFormat = { dateStyle: 'medium', timeStyle: 'short' } as const;

/**
 * Formats times and numbers in the language's format with Latin digits, and statuses by name; in English only integers
 * of five or more digits. A bound of a sum is written like the sums on the screen.
 */
function valueIn(name: string, value: Param, currency: Param | undefined): string | number {
  if (value === null) return '';
  const isNumber = /^\d+(\.\d+)?$/.test(String(value));
  if (isNumber && currency && (name === 'max' || name === 'min')) return formatMoney(value, String(currency));
  const language = currentLanguage();
  if (name === 'time') return new Intl.DateTimeFormat(language, momentFormat).format(new Date(value));
  // A count selects the plural form, for which it must stay a number.
  if (name === 'count' || (language === 'en' && !/^\d{5,}$/.test(String(value)))) return value;
  if (name === 'status')
    return i18next.exists(`common:status.${value}`)
      ? // A key that is composed has no literal type; `exists` has found it.
        i18next.t(`common:status.${value}` as 'common:status.pending')
      : value;
  if (!isNumber) return value;
  const format = new Intl.NumberFormat(`${withRegion(language)}-u-nu-latn`, { maximumFractionDigits: 18 });
  // Intl takes decimal text exactly; its type asks for the literal form.
  return format.format(String(value) as Intl.StringNumericLiteral);
}
