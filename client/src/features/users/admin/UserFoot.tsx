import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { Menu } from '#client/ui/overlay/Menu.tsx';
import { MenuAct } from '#client/ui/overlay/RowActs.tsx';
import { chatPathOf, type AdminUserDetails } from './users.admin.queries.ts';
import type { PendingAction } from './users.pending-action.ts';

/** On a phone all buttons share one line. */
const buttonClasses = 'max-sm:flex-1 max-sm:px-3 max-sm:text-sm';

interface UserFootProps {
  user: AdminUserDetails;
  onAsk: (asked: PendingAction) => void;
}

/** The actions on a user: a message in view, the rare and the final ones in a menu. */
export function UserFoot({ user, onAsk }: UserFootProps) {
  const { t } = useTranslation('users.admin');
  const may = useMay();
  const isMe = useIsMe();
  const isCustomer = user.role === 'customer';
  const chat = isCustomer && may('chat.answer') && (
    <ButtonLink variant="filled" className={buttonClasses} to={chatPathOf(user)}>
      {t('toChat')}
    </ButtonLink>
  );
  if (!may('users.write'))
    return (
      <>
        <NotPermitted needs="users.write" />
        {chat}
      </>
    );
  if (isMe(user.id)) return <NotPermitted why="ownCase" />;
  if (!isCustomer) {
    return (
      <>
        <p className="me-auto text-sm text-muted">{t(user.role === 'admin' ? 'adminStays' : 'staffStays')}</p>
        <Button onClick={() => onAsk({ action: 'edit', user })}>{t('action.edit')}</Button>
      </>
    );
  }
  if (user.eraseAt) return chat;
  return (
    <>
      <CustomerMenu user={user} onAsk={onAsk} />
      {may('offers.write') && (
        <ButtonLink className={buttonClasses} to={`/admin/offers?new=1&user=${user.id}`}>
          {t('toOffer')}
        </ButtonLink>
      )}
      {chat}
    </>
  );
}

function CustomerMenu({ user, onAsk }: UserFootProps) {
  const { t } = useTranslation('users.admin');
  const actions = ['edit', user.status === 'blocked' ? 'unblock' : 'block', 'delete'] as const;
  return (
    <span className="me-auto inline-flex">
      <Menu
        trigger={<Ellipsis className="size-5" />}
        label={t('actionsFor', { name: user.name })}
        triggerClassName="grid size-11 place-items-center rounded-control border border-line-strong hover:border-ink"
      >
        {actions.map((action) => (
          <MenuAct key={action} text={t(`action.${action}`)} onPress={() => onAsk({ action, user })} />
        ))}
      </Menu>
    </span>
  );
}
