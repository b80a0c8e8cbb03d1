import { useTranslation } from 'react-i18next';
import { useReadyTexts } from '#client/features/settings/admin/settings.ready-texts.queries.ts';

/** The notes about orders, in the wording of the catalogue or the settings. */
export type ReadyNote =
  | 'confirmed'
  | 'checked'
  | 'nothing'
  | 'amount'
  | 'reused'
  | 'late'
  | 'network'
  | 'blurred'
  | 'name';

/** Frequent notes about an order, for a ReadyTextArea. */
export function useReadyNotes(...names: readonly ReadyNote[]) {
  const { t } = useTranslation('orders.admin');
  const wordingOf = useReadyTexts();
  const list = names.map((name) => ({
    label: t(`template.${name}.word`),
    text: wordingOf(`orders.${name}`, t(`template.${name}.text`)),
  }));
  return { label: t('template.label'), list };
}
