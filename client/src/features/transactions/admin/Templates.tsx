import { useTranslation } from 'react-i18next';
import { ReadySentences } from '#client/ui/ReadySentences.tsx';

type Name = 'confirmed' | 'checked' | 'nothing' | 'amount' | 'blurred' | 'name';

interface TemplatesProps {
  names: readonly Name[];
  text: string;
  onChange: (text: string) => void;
}

/** What the desk often writes about an order. */
export function Templates({ names, text, onChange }: TemplatesProps) {
  const { t } = useTranslation('review');
  const sentences = names.map((name) => ({ word: t(`template.${name}.word`), text: t(`template.${name}.text`) }));
  return <ReadySentences label={t('template.label')} {...{ sentences, text, onChange }} />;
}
