import { useTranslation } from 'react-i18next';
import { useReadyTexts } from '#client/features/settings/admin/settings.ready-texts.queries.ts';

type Name = 'confirmed' | 'checked' | 'nothing' | 'amount' | 'reused' | 'late' | 'network' | 'blurred' | 'name';

/** Frequent notes about an order, for a CannedTextArea. */
export function useTemplates(...names: Name[]) {
  const { t } = useTranslation('orders.admin');
  const wordingOf = useReadyTexts();
  const list = names.map((name) => ({
    label: t(`template.${name}.word`),
    text: wordingOf(`orders.${name}`, t(`template.${name}.text`)),
  }));
  return { label: t('template.label'), list };
}
