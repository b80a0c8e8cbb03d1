import { useTranslation } from 'react-i18next';
import { Note } from './Banner.tsx';

type Why = 'action' | 'page' | 'ownOrder' | 'ownCase';

/** Why a member of the team does not see a screen or an action: it is not in their role, or about themselves. */
export function NotPermitted({ why = 'action' }: { why?: Why }) {
  const { t } = useTranslation('admin.common');
  return <Note tone="info">{t(`notPermitted.${why}`)}</Note>;
}
