import { useTranslation } from 'react-i18next';

type Name = 'confirmed' | 'checked' | 'nothing' | 'amount' | 'blurred' | 'name';

interface TemplatesProps {
  names: readonly Name[];
  text: string;
  onChange: (text: string) => void;
}

/** Ready sentences that are put after what is written already. */
export function Templates({ names, text, onChange }: TemplatesProps) {
  const { t } = useTranslation('review');
  const add = (sentence: string) => onChange(text.trim() ? `${text.trim()} ${sentence}` : sentence);
  return (
    <ul aria-label={t('template.label')} className="flex flex-wrap gap-2">
      {names.map((name) => {
        const sentence = t(`template.${name}.text`);
        return (
          <li key={name}>
            <button
              type="button"
              title={sentence}
              className="min-h-8 rounded-control border border-line-strong px-2.5 py-1 text-start text-xs hover:border-ink pointer-coarse:min-h-11"
              onClick={() => add(sentence)}
            >
              {t(`template.${name}.word`)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
