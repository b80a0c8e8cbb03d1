import { clsx } from 'clsx';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { ShortcutsMenu } from '#client/ui/overlay/ShortcutsMenu.tsx';
import type { DecisionResult } from '../decide/useDecide.ts';
import type { QueueState } from './useQueueState.ts';

interface QueueFooterProps {
  shortcuts: { isOn: boolean; toggle: () => void };
  lastDecision: DecisionResult | undefined;
  state: QueueState;
  onHelp: () => void;
}

/** The way back to what was decided last, and the keys. */
export function QueueFooter({ shortcuts, lastDecision, state, onHelp }: QueueFooterProps) {
  const { t } = useTranslation('orders.admin');
  return (
    <>
      {lastDecision && lastDecision.order.id !== state.openId && (
        <LastDecision lastDecision={lastDecision} href={state.hrefOf(lastDecision.order.id)} />
      )}
      <div className="flex items-center gap-2 text-xs text-faint pointer-coarse:hidden">
        {shortcuts.isOn && (
          <button type="button" className="flex min-h-8 flex-1 items-center gap-1.5 text-start" onClick={onHelp}>
            <Kbd>J</Kbd>
            <Kbd>K</Kbd>
            <span>{t('keys.move')}</span>
            <Kbd>?</Kbd>
          </button>
        )}
        <ShortcutsMenu shortcuts={shortcuts}>
          <button type="button" className={menuItemClasses()} onClick={onHelp}>
            {t('keys.title')}
          </button>
        </ShortcutsMenu>
      </div>
    </>
  );
}

/** The toast has announced a success, so only a failure has a text here and is announced. */
function LastDecision({ lastDecision: { order, action, ok }, href }: { lastDecision: DecisionResult; href: string }) {
  const { t } = useTranslation('orders.admin');
  const failed = { start: t('failed.update'), approve: t('failed.approve'), reject: t('failed.reject') };
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <span role={ok ? undefined : 'status'} className="flex items-start gap-1.5 text-xs">
      <Icon
        aria-hidden="true"
        className={clsx('size-4 shrink-0', ok ? 'text-completed' : 'text-rejected')}
        strokeWidth={2}
      />
      <span className="wrap-anywhere">
        {ok && <span className="text-muted">{t('lastDecided')} </span>}
        <Link to={href} preventScrollReset className="font-mono text-link">
          {order.reference}
        </Link>
        {!ok && ` ${failed[action]}`}
      </span>
    </span>
  );
}
