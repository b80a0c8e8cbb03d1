import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { Menu, menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import type { DecisionResult } from './useDecide.ts';

interface QueueFooterProps {
  shortcuts: { isOn: boolean; toggle: () => void };
  lastDecision: DecisionResult | undefined;
  hrefOf: (id: string) => string;
  onHelp: () => void;
}

/** What was decided last, which outlives its toast, and the keys. */
export function QueueFooter({ shortcuts, lastDecision, hrefOf, onHelp }: QueueFooterProps) {
  const { t } = useTranslation('orders.admin');
  return (
    <>
      <output className="empty:hidden">
        {lastDecision && <LastDecision lastDecision={lastDecision} href={hrefOf(lastDecision.order.id)} />}
      </output>
      <div className="flex items-center gap-2 text-xs text-faint pointer-coarse:hidden">
        {shortcuts.isOn && (
          <button type="button" className="flex min-h-8 flex-1 items-center gap-1.5 text-start" onClick={onHelp}>
            <Kbd>J</Kbd>
            <Kbd>K</Kbd>
            <span>{t('keys.move')}</span>
            <Kbd>?</Kbd>
          </button>
        )}
        <span className="ms-auto">
          <Menu
            trigger={<Settings2 aria-hidden="true" className="size-4" strokeWidth={1.75} />}
            label={t('keys.preferences')}
            triggerClassName="grid size-8 place-items-center rounded-control text-muted hover:bg-raised hover:text-ink"
          >
            <button type="button" className={menuItemClasses()} onClick={shortcuts.toggle}>
              {shortcuts.isOn ? t('keys.off') : t('keys.on')}
            </button>
            <button type="button" className={menuItemClasses()} onClick={onHelp}>
              {t('keys.title')}
            </button>
          </Menu>
        </span>
      </div>
    </>
  );
}

function LastDecision({ lastDecision: { order, action, ok }, href }: { lastDecision: DecisionResult; href: string }) {
  const { t } = useTranslation('orders.admin');
  const failed = { start: t('failed.update'), approve: t('failed.approve'), reject: t('failed.reject') };
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <span className="flex items-start gap-1.5 text-xs">
      <Icon
        aria-hidden="true"
        className={clsx('size-4 shrink-0', ok ? 'text-completed' : 'text-rejected')}
        strokeWidth={2}
      />
      <span className="wrap-anywhere">
        <Link to={href} preventScrollReset className="font-mono text-link">
          {order.reference}
        </Link>{' '}
        {ok ? t(`toast.${action}.text`) : failed[action]}
      </span>
    </span>
  );
}
