import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { Button } from '../../form/Button.tsx';
import { MenuAct, RowMenu, type RowAct } from '../../overlay/RowActs.tsx';

interface OtherActsProps {
  acts: readonly (Pick<RowAct, 'id' | 'text' | 'onPress'> & { icon?: ReactNode })[];
  /** Names the page in the name of the menu. */
  of: string;
}

/** The actions of a page beside its main one: one as a button, several in a menu, and on a phone always in a menu. */
export function OtherActs({ acts, of }: OtherActsProps) {
  const { t } = useTranslation('admin.common');
  const isTableLayout = useTableLayout();
  const [only, ...more] = acts;
  if (!only) return null;
  if (isTableLayout && more.length === 0) {
    return <Button size="small" text={only.text} icon={only.icon} onClick={only.onPress} />;
  }
  return (
    <RowMenu label={t('moreFor', { of })}>
      {acts.map(({ id, text, onPress }) => (
        <MenuAct key={id} text={text} onPress={onPress} />
      ))}
    </RowMenu>
  );
}
