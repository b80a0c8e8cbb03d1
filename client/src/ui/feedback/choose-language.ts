import i18next from 'i18next';
import { changeLanguage } from '#client/lib/i18n/i18n.ts';
import { toast } from './toast.ts';

/**
 * Switches the page to another language. If its texts cannot be loaded, the page stays as it is and a toast explains.
 */
export async function chooseLanguage(language: string): Promise<void> {
  try {
    await changeLanguage(language);
  } catch {
    toast({ title: i18next.t('common:error.title'), text: i18next.t('common:error.offline'), tone: 'problem' });
  }
}
