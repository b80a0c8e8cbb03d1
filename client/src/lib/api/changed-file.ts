import i18next from 'i18next';
import { loadTexts } from '../i18n/i18n.ts';
import { CallError } from './call-error.ts';

/** Throws if a file was changed or removed since it was chosen: the browser then fails without naming the reason. */
export async function assertUnchanged(sent: Iterable<unknown>): Promise<void> {
  for (const value of sent) {
    if (!(value instanceof Blob)) continue;
    try {
      await value.slice(0, 1).arrayBuffer();
    } catch {
      await loadTexts('files');
      throw new CallError(0, 'unreadable', i18next.t('files:changed'));
    }
  }
}
