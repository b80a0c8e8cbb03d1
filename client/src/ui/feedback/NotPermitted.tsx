import { useTranslation } from 'react-i18next';
import { Note } from './Banner.tsx';

/** Why a member of the team does not see a screen or an action: their role does not include it. */
export function NotPermitted({ page = false }: { page?: boolean }) {
  const { t } = useTranslation('admin.common');
  return <Note tone="info">{page ? t('notPermitted.page') : t('notPermitted.action')}</Note>;
}
