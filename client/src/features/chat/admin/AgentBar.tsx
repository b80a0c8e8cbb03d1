import { clsx } from 'clsx';
import { Bell, BellOff, ChevronDown, CircleCheck, CircleDashed, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#client/ui/form/Button.tsx';
import { Menu, menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import type { useAgentChannel } from './useAgentChannel.ts';
import type { useChime } from './useChime.ts';

const icons = { online: CircleCheck, busy: Clock, offline: CircleDashed };
const statuses = ['online', 'busy', 'offline'] as const;

/** A menu of the status that customers see; disabled without a connection. */
export function StatusMenu({ line: { state, status, choose } }: { line: ReturnType<typeof useAgentChannel> }) {
  const { t } = useTranslation(['chat.admin', 'chat']);
  if (state !== 'open')
    return <output className="flex min-h-9 items-center text-sm text-muted">{t('chat:reconnecting')}</output>;
  const Icon = icons[status];
  return (
    <Menu
      label={`${t('chat.admin:status')}: ${t(`chat.admin:${status}`)}`}
      trigger={
        <>
          <Icon className={clsx('size-4', status === 'online' ? 'text-completed' : 'text-muted')} />
          {t(`chat.admin:${status}`)}
          <ChevronDown className="size-4 text-muted" />
        </>
      }
      triggerClassName="inline-flex min-h-9 items-center gap-1.5 rounded-control border border-line-strong px-2.5 text-sm font-medium hover:border-ink pointer-coarse:min-h-11"
    >
      {statuses.map((item) => {
        const ItemIcon = icons[item];
        return (
          <button
            key={item}
            type="button"
            aria-pressed={status === item}
            className={menuItemClasses(status === item)}
            onClick={() => choose(item)}
          >
            <ItemIcon className="size-4" />
            {t(`chat.admin:${item}`)}
          </button>
        );
      })}
    </Menu>
  );
}

/** Switches the sound of a customer's message. */
export function SoundSwitch({ chime: { isOn, toggle } }: { chime: ReturnType<typeof useChime> }) {
  const { t } = useTranslation('chat.admin');
  const Icon = isOn ? Bell : BellOff;
  return (
    <IconButton label={t('sound')} aria-pressed={isOn} className={clsx('-me-2', isOn && 'text-tide')} onClick={toggle}>
      <Icon className="size-4.5" />
    </IconButton>
  );
}
