import { useTranslation } from 'react-i18next';
import { Select } from '../form/TextInput.tsx';

type Sort = 'waiting' | 'newest' | 'oldest';

interface SortSelectProps<Choice extends Sort> {
  /** The available sorts; the first is the default. */
  sorts: readonly Choice[];
  value: Choice;
  onChange: (sort: Choice) => void;
}

/** Selects the order of an administration list. */
export function SortSelect<Choice extends Sort>({ sorts, value, onChange }: SortSelectProps<Choice>) {
  const { t } = useTranslation('admin.common');
  return (
    <Select
      label={t('sort.label')}
      value={value}
      onValue={(option) => onChange(sorts.find((sort) => sort === option) ?? value)}
      options={sorts.map((sort) => [sort, t(`sort.${sort}`)])}
    />
  );
}
