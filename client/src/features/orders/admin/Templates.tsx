import { useTranslation } from 'react-i18next';
import { CannedSentences } from '#client/ui/form/CannedSentences.tsx';

type Name = 'confirmed' | 'checked' | 'nothing' | 'amount' | 'blurred' | 'name';

interface TemplatesProps {
  names: readonly Name[];
  text: string;
  onChange: (text: string) => void;
}

/** Frequent notes about an order. */
export function Templates({ names, text, onChange }: TemplatesProps) {
  const { t } = useTranslation('orders.admin');
  const sentences = names.map((name) => ({ word: t(`template.${name}.word`), text: t(`template.${name}.text`) }));
  return <CannedSentences label={t('template.label')} {...{ sentences, text, onChange }} />;
}
