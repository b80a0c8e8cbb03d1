import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatTime } from '#client/lib/format/format.ts';
import { Status } from '#client/ui/data/Status.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { telegramQuery, useLinkTelegram, useUnlinkTelegram } from '../mail.telegram.queries.ts';

const waitingMs = 3_000;

interface TelegramSectionProps {
  /** Names the messages, where they are not about the own orders. */
  lede?: string;
}

/** Status messages on Telegram in addition to mails; nothing if the operator has no bot. */
export function TelegramSection({ lede }: TelegramSectionProps) {
  const { t } = useTranslation('mail.telegram');
  const link = useLinkTelegram();
  const unlink = useUnlinkTelegram();
  const { data } = useQuery({ ...telegramQuery, refetchInterval: link.data ? waitingMs : false });
  if (!data?.isOffered) return null;
  const { linkedAt } = data;
  const pendingLink = linkedAt === null ? link.data : undefined;
  return (
    <section aria-labelledby="telegram-part" className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 id="telegram-part" className="text-lg">
          {t('title')}
        </h2>
        <p className="max-w-[65ch] text-muted">{lede ?? t('lede')}</p>
      </div>
      <div className="card flex flex-wrap items-center justify-between gap-4 p-4">
        <div className="flex flex-col items-start gap-1">
          <Status status={linkedAt ? 'approved' : 'none'} label={t(linkedAt ? 'on' : 'off')} />
          {linkedAt && <p className="text-sm text-muted">{t('since', { date: formatDate(linkedAt) })}</p>}
          {pendingLink && (
            <p className="text-sm text-muted">{t('waiting', { time: formatTime(pendingLink.expiresAt) })}</p>
          )}
        </div>
        {pendingLink ? (
          <a
            href={pendingLink.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-2 font-medium text-link"
          >
            {t('open')}
            <ExternalLink className="size-4" />
          </a>
        ) : (
          <SendButton
            text={t(linkedAt ? 'unlink' : 'link')}
            size="small"
            busy={link.isPending || unlink.isPending}
            onClick={() => {
              link.reset();
              (linkedAt ? unlink : link).mutate();
            }}
          />
        )}
      </div>
      <Problem error={link.error ?? unlink.error} title={link.error || unlink.error ? t('failed') : undefined} />
    </section>
  );
}
