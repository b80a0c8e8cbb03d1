import { useTranslation } from 'react-i18next';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { LastDecided } from '#client/ui/layout/LastDecided.tsx';
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
  const failed = { start: t('failed.update'), approve: t('failed.approve'), reject: t('failed.reject') };
  return (
    <>
      {lastDecision && lastDecision.order.id !== state.openId && (
        <LastDecided
          outcome={lastDecision.ok ? 'done' : 'failed'}
          before={lastDecision.ok && t('lastDecided')}
          href={state.hrefOf(lastDecision.order.id)}
          after={!lastDecision.ok && failed[lastDecision.action]}
        >
          <span className="font-mono">{lastDecision.order.reference}</span>
        </LastDecided>
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
