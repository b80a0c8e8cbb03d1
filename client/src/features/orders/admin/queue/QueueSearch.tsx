import { useTranslation } from 'react-i18next';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { maxLinkLength } from '#shared/reference/search-lengths.ts';

export const queueSearchId = 'queue-search';

/** Finds orders by their texts and numbers. */
export function QueueSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('orders.admin');
  return (
    <SearchBox
      id={queueSearchId}
      label={t('filter.search')}
      maxLength={maxLinkLength}
      value={value}
      onChange={onChange}
    />
  );
}
