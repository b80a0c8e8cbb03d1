import { useTranslation } from 'react-i18next';

type Name = 'confirmed' | 'checked' | 'nothing' | 'amount' | 'blurred' | 'name';

/** Frequent notes about an order, for a CannedTextArea. */
export function useTemplates(...names: Name[]) {
  const { t } = useTranslation('orders.admin');
  const list = names.map((name) => ({ word: t(`template.${name}.word`), text: t(`template.${name}.text`) }));
  return { label: t('template.label'), list };
}
