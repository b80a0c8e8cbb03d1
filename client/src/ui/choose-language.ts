import { changeLanguage } from '#client/lib/i18n.ts';
import { t } from '#client/lib/texts.ts';
import { toast } from './toast.ts';

/** Turns the page to another language. Where its texts cannot be had, the page stays as it is and says why. */
export async function chooseLanguage(language: string): Promise<void> {
  try {
    await changeLanguage(language);
  } catch {
    toast({ title: t('common:error.title'), text: t('common:error.offline'), tone: 'problem' });
  }
}
