import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatMinutes } from '#client/lib/format/clock.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { useSession } from '#client/lib/session/session.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { MenuAct } from '#client/ui/overlay/RowActs.tsx';
import { audiences, mailsPerMinute } from '#shared/newsletter/newsletter.contract.ts';
import { newsletterOfPostQuery, useSendPost, useTestPost } from './newsletter.admin.queries.ts';
import { SendingProgress } from './SendingProgress.tsx';

interface NewsletterOfPostProps {
  post: { id: string; title: string };
}

/** The entry in the menu of a post that mails it to the subscribers, and shows its progress. */
export function NewsletterOfPost({ post }: NewsletterOfPostProps) {
  const { t } = useTranslation('newsletter.admin');
  const [open, setOpen] = useState(false);
  return (
    <>
      <MenuAct text={t('open')} label={t('label', { title: post.title })} onPress={() => setOpen(true)} />
      {/* The menu closes on the press, so the dialog is rendered outside of it. */}
      {open && createPortal(<SendDialog post={post} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}

type DialogProps = NewsletterOfPostProps & { onClose: () => void };

function SendDialog({ post, onClose }: DialogProps) {
  const { t } = useTranslation('newsletter.admin');
  const { data, error, refetch } = useQuery(newsletterOfPostQuery(post.id));
  if (data?.readers) return <AskDialog post={post} {...data} readers={data.readers} onClose={onClose} />;
  return (
    <Dialog open title={t('title')} subtitle={post.title} onClose={onClose}>
      {data?.sending && <SendingProgress sending={data.sending} />}
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton line="h-24 rounded-card" />}
    </Dialog>
  );
}

type AskProps = DialogProps & {
  isPublished: boolean;
  language: string;
  readers: Readonly<Record<(typeof audiences)[number], number>>;
};

/** Asks once who gets it; the dialog then shows its progress. */
function AskDialog({ post, isPublished, language, readers, onClose }: AskProps) {
  const { t, i18n } = useTranslation('newsletter.admin');
  const [audience, setAudience] = useState<(typeof audiences)[number]>('all');
  const send = useSendPost(post.id);
  const count = readers[audience];
  const countText = (sentCount: number) => ({ count: sentCount, total: formatNumber(sentCount) });
  const missingReason = isPublished ? (readers.all === 0 ? t('none') : undefined) : t('draft');
  const name = new Intl.DisplayNames(i18n.language, { type: 'language' }).of(language) ?? language;
  const titles = { all: t('all'), language: t('language', { language: name }) };
  return (
    <ConfirmDialog
      title={t('title')}
      subtitle={`${t('subject')}: ${post.title}`}
      confirm={t('send', countText(count))}
      missing={missingReason ?? (count === 0 ? t('none') : undefined)}
      by={send}
      failed={t('failed.send')}
      onConfirm={() => send.mutate(audience, { onSuccess: () => toast({ title: t('done.begun') }) })}
      onClose={onClose}
    >
      {missingReason ? (
        <Note tone="info">{missingReason}</Note>
      ) : (
        <>
          {readers.language === readers.all ? (
            <p>{t('everyone', { language: name })}</p>
          ) : (
            <RadioCards
              legend={t('who')}
              value={audience}
              options={audiences.map((value) => ({
                value,
                title: titles[value],
                text: t('subscribers', countText(readers[value])),
                disabled: readers[value] === 0,
              }))}
              onChange={({ target }) => setAudience(target.value === 'language' ? 'language' : 'all')}
            />
          )}
          <p className="text-sm text-muted">
            {t('once', {
              perMinute: formatNumber(mailsPerMinute),
              time: formatMinutes(Math.max(1, Math.ceil(count / mailsPerMinute))),
            })}{' '}
            {t('final')}
          </p>
        </>
      )}
      <TestMail id={post.id} />
    </ConfirmDialog>
  );
}

/** Mails the post to the member alone, as often as they press. */
function TestMail({ id }: { id: string }) {
  const { t } = useTranslation('newsletter.admin');
  const session = useSession();
  const test = useTestPost(id);
  const email = session.status === 'signedIn' ? session.user.email : null;
  return (
    <div className="flex flex-col items-start gap-2">
      <Button text={t('test')} size="small" busy={test.isPending} onClick={() => test.mutate()} />
      <output className="text-sm text-muted wrap-anywhere empty:hidden">
        {test.isSuccess && t('tested', { email })}
      </output>
      <AdminProblem error={test.error} title={t('failed.test')} />
    </div>
  );
}
