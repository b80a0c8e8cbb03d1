import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptOf, fileProblem } from '#client/lib/browser/files.ts';
import { formatBytes, formatDate } from '#client/lib/format/format.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { maxFileBytes } from '#shared/files/files.rules.ts';
import { useRemovePicture, useSetPicture } from '../users.profile.queries.ts';
import { UserAvatar } from './UserAvatar.tsx';

/** Shows the user's picture, name, address, the short id that support asks for, and the date of registration. */
export function PictureSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation('users.profile');
  const shortId = user.id.slice(0, 8);
  return (
    <section
      aria-label={t('customer.label')}
      className="card flex flex-col gap-5 p-4 sm:flex-row sm:items-start sm:p-6"
    >
      <UserAvatar user={user} className="size-20 text-2xl" />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <div className="min-w-0">
          <h2 className="text-lg wrap-anywhere">
            {[user.firstName, user.middleName, user.lastName].filter(Boolean).join(' ')}
          </h2>
          <p className="text-muted">
            <EmailAddress email={user.email} />
          </p>
        </div>
        <dl className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
          <div className="flex flex-wrap items-center gap-2">
            <dt className="text-muted">{t('customer.id')}</dt>
            <dd className="flex min-w-0 flex-wrap items-center gap-2 font-mono">
              <bdi dir="ltr">{shortId}</bdi>
              <CopyButton text={shortId} label={t('customer.copyId')} variant="ghost" iconOnly />
            </dd>
          </div>
          <div className="flex gap-2">
            <dt className="text-muted">{t('customer.since')}</dt>
            <dd>{formatDate(user.createdAt)}</dd>
          </div>
        </dl>
        <PictureButtons hasPicture={user.profileImageUrl !== null} />
      </div>
    </section>
  );
}

function PictureButtons({ hasPicture }: { hasPicture: boolean }) {
  const { t } = useTranslation(['users.profile', 'files']);
  const input = useRef<HTMLInputElement>(null);
  const [refusalText, setRefusalText] = useState<string>();
  const setPicture = useSetPicture();
  const remove = useRemovePicture();
  const take = (file: File | undefined) => {
    if (!file) return;
    const problem = fileProblem(file, 'photo', maxFileBytes);
    const texts = {
      type: t('files:type'),
      size: t('files:size', { size: formatBytes(maxFileBytes) }),
      empty: t('files:empty'),
    };
    setRefusalText(problem && texts[problem]);
    if (!problem) setPicture.send(file);
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept={acceptOf('photo')}
          className="sr-only"
          tabIndex={-1}
          aria-label={t('picture.choose')}
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = '';
          }}
        />
        <SendButton size="small" busy={setPicture.isPending} onClick={() => input.current?.click()}>
          {hasPicture ? t('picture.replace') : t('picture.add')}
        </SendButton>
        {hasPicture && (
          <Button size="small" variant="ghost" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('picture.remove')}
          </Button>
        )}
      </div>
      <Problem error={refusalText ?? setPicture.error ?? remove.error} title={t('picture.failed')} />
    </>
  );
}
