import { Bell, BellOff, CircleCheck, CircleDashed, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { ToggleButton } from '#client/ui/form/chips/ToggleButton.tsx';
import type { useAgentChannel } from './useAgentChannel.ts';
import type { useChime } from './useChime.ts';

const statuses = [
  { status: 'online', Icon: CircleCheck },
  { status: 'busy', Icon: Clock },
  { status: 'offline', Icon: CircleDashed },
] as const;

export function StatusSwitch({ line: { state, status, choose } }: { line: ReturnType<typeof useAgentChannel> }) {
  const { t } = useTranslation(['chat.admin', 'chat']);
  if (state !== 'open')
    return <output className="block flex min-h-9 items-center text-muted">{t('chat:reconnecting')}</output>;
  return (
    <fieldset aria-label={t('chat.admin:status')} className="flex flex-wrap gap-1">
      {statuses.map(({ status: item, Icon }) => (
        <ToggleButton
          key={item}
          text={t(`chat.admin:${item}`)}
          isOn={status === item}
          icon={<Icon className="size-4" />}
          onClick={() => choose(item)}
        />
      ))}
    </fieldset>
  );
}

/** Switches the sound of a customer's message. */
export function SoundSwitch({ chime: { isOn, toggle } }: { chime: ReturnType<typeof useChime> }) {
  const { t } = useTranslation(['chat.admin', 'chat']);
  const Icon = isOn ? Bell : BellOff;
  return (
    <Button size="small" variant="ghost" aria-pressed={isOn} icon={<Icon className="size-4" />} onClick={toggle}>
      {t('chat.admin:sound')}
    </Button>
  );
}
