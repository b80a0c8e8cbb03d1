import { useQuery } from '@tanstack/react-query';
import { ChevronRight, ExternalLink, Headset, Send, ShieldCheck, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { agentStatusQuery } from '../chat.presence.queries.ts';
import { PresenceLine } from './Presence.tsx';
import { UnreadBadge } from './UnreadBadge.tsx';

interface SheetProps {
  telegram: string | undefined;
  unreadCount: number;
  /** The operator's text about how soon an agent answers. */
  agentReply: string | undefined;
  onShow: (panel: 'chat' | 'assistant') => void;
  onClose: () => void;
}

const row = 'flex min-h-18 w-full items-center gap-4 py-3 text-start';
const end = 'size-5 shrink-0 text-muted';

/** The dock of a small screen: the same three ways as labelled rows. */
export function HelpSheet({ telegram, unreadCount, agentReply, onShow, onClose }: SheetProps) {
  const { t } = useTranslation('chat');
  return (
    <Dialog open onClose={onClose} title={t('help')}>
      <ul className="-mt-3 divide-y divide-line border-b border-line">
        <li>
          <button type="button" className={row} onClick={() => onShow('chat')}>
            <ContactOption icon={<Headset className="size-5" />} name={t('support')}>
              {agentReply && <AgentPresence agentReply={agentReply} />}
            </ContactOption>
            <ChevronRight className={`${end} rtl:-scale-x-100`} />
          </button>
        </li>
        <li>
          <button type="button" className={row} onClick={() => onShow('assistant')}>
            <ContactOption icon={<Sparkles className="size-5" />} name={t('assistant.name')}>
              {t('assistant.instant')}
            </ContactOption>
            <UnreadBadge count={unreadCount} />
            <ChevronRight className={`${end} rtl:-scale-x-100`} />
          </button>
        </li>
        {telegram && (
          <li>
            <a href={telegram} target="_blank" rel="noopener noreferrer" className={row}>
              <ContactOption icon={<Send className="size-5" />} name={t('telegram')}>
                {t('newTab')}
              </ContactOption>
              <ExternalLink className={end} />
            </a>
          </li>
        )}
      </ul>
      <p className="flex items-start gap-3 pt-4 text-sm text-muted">
        <ShieldCheck className="size-5 shrink-0" />
        {t('never')}
      </p>
    </Dialog>
  );
}

/** Presence of agents, fetched while the sheet is open; until then the text about the bot, which always holds. */
function AgentPresence({ agentReply }: { agentReply: string }) {
  const { data: agents } = useQuery(agentStatusQuery);
  const { status = 'offline', withinHours = true, hours } = agents ?? {};
  return <PresenceLine status={status} agentReply={agentReply} outside={withinHours ? undefined : hours} />;
}

function ContactOption({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <>
      <span className="grid size-11 shrink-0 place-items-center rounded-full border border-line-strong">{icon}</span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-medium">{name}</span>
        <span className="text-sm text-muted">{children}</span>
      </span>
    </>
  );
}
