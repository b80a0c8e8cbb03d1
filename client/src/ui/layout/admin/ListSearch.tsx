import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';

/** The search of a list; on a phone its name, which lists all that it finds, is left to screen readers. */
export function ListSearch(props: ComponentProps<typeof SearchBox>) {
  const { t } = useTranslation('admin.common');
  const isWide = useTableLayout();
  return <SearchBox {...props} placeholder={isWide ? props.label : t('searchShort')} />;
}
