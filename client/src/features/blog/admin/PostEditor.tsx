import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#client/lib/call.ts';
import { formatDateTime } from '#client/lib/format.ts';
import { Note } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { Problem } from '#client/ui/Problem.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { Status } from '#client/ui/Status.tsx';
import { toast } from '#client/ui/toast.ts';
import { useBarHeight } from '#client/ui/useBarHeight.ts';
import { deskPostQuery, useSavePost, type DeskPost } from './blog-desk.api.ts';
import { bodyOf, draftOf, standingOf } from './post-draft.ts';
import { PostFields } from './PostFields.tsx';
import { TextAndPreview } from './TextAndPreview.tsx';
import { usePostDraft } from './usePostDraft.ts';

interface EditPostProps {
  /** Absent for a new post. */
  id: string | undefined;
  userId: string;
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** The editor, once the post is here. */
export function EditPost({ id, ...rest }: EditPostProps) {
  const { t } = useTranslation('blogDesk');
  const { data: post, error, refetch } = useQuery({ ...deskPostQuery(id ?? ''), enabled: id !== undefined });
  if (id === undefined || post) {
    return <PostEditor key={post?.version} post={post} {...rest} onReload={() => void refetch()} />;
  }
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <ToList onClose={rest.onClose} />
      {error ? (
        <DeskProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton>
          <Bone className="h-96 rounded-card" />
        </Skeleton>
      )}
    </div>
  );
}

type EditorProps = Omit<EditPostProps, 'id'> & { post: DeskPost | undefined; onReload: () => void };

function PostEditor({ post: first, userId, onClose, onCreated, onReload }: EditorProps) {
  const { t } = useTranslation(['blogDesk', 'common']);
  const [post, setPost] = useState(first);
  const kept = usePostDraft(userId, first?.id, draftOf(first));
  const { draft, isDirty } = kept;
  const [tried, setTried] = useState(false);
  const save = useSavePost();
  const status = post?.status ?? 'draft';
  const isMissing = draft.title.trim() === '' || draft.content.trim() === '';

  const send = (next: DeskPost['status'], version = post?.version) => {
    setTried(true);
    if (isMissing) return;
    const onSuccess = (saved: DeskPost) => {
      toast({ title: t(`done.${saved.status === status ? 'saved' : saved.status}`), tone: 'done' });
      kept.markSaved(draftOf(saved));
      setPost(saved);
      setTried(false);
      if (!post) onCreated(saved.id);
    };
    save.mutate({ id: post?.id, body: { ...bodyOf(draft, version), status: next } }, { onSuccess });
  };
  const loadTheirs = () => {
    kept.discard();
    onReload();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5 p-4 md:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        send(status);
      }}
    >
      <header className="flex flex-wrap items-center gap-3">
        <ToList onClose={onClose} />
        <h2 className="text-lg wrap-anywhere">{post ? t('editTitle') : t('create')}</h2>
        {post && <Standing post={post} />}
        <output className="text-sm text-muted">{isDirty ? t('unsaved') : post && t('allSaved')}</output>
      </header>
      {kept.restoredFrom && isDirty && <Restored from={kept.restoredFrom} onDiscard={kept.discard} />}
      <PostFields draft={draft} update={kept.update} tried={tried} error={save.error} />
      <TextAndPreview draft={draft} update={kept.update} tried={tried} />
      <Trouble error={save.error} onLoad={loadTheirs} onSend={(version) => send(status, version)} />
      {tried && isMissing && <Problem error={t('missing')} />}
      <Bar status={status} isNew={!post} busy={save.isPending} onSend={send} />
    </form>
  );
}

/** What was typed here and not saved, found again. */
function Restored({ from, onDiscard }: { from: Date; onDiscard: () => void }) {
  const { t } = useTranslation('blogDesk');
  const discard = (
    <Button size="small" onClick={onDiscard}>
      {t('discard')}
    </Button>
  );
  return (
    <Note tone="info" action={discard}>
      {t('restored', { at: formatDateTime(from) })}
    </Note>
  );
}

interface TroubleProps {
  error: Error | null;
  onLoad: () => void;
  onSend: (version?: number) => void;
}

/** Why saving failed; where somebody else was quicker, the person decides whose words stay. */
function Trouble({ error, onLoad, onSend }: TroubleProps) {
  const { t } = useTranslation('blogDesk');
  if (!error) return null;
  if (!hasCode(error, 'conflict')) {
    return <DeskProblem error={error} title={t('failed.save')} onRetry={() => onSend()} />;
  }
  const choice = (
    <span className="flex flex-wrap gap-2">
      <Button size="small" onClick={onLoad}>
        {t('conflict.load')}
      </Button>
      <Button size="small" onClick={() => onSend(Number(error.data['version']))}>
        {t('conflict.overwrite')}
      </Button>
    </span>
  );
  return <Problem error={error} title={t('failed.save')} action={choice} />;
}

function Bar({
  status,
  isNew,
  busy,
  onSend,
}: {
  status: DeskPost['status'];
  isNew: boolean;
  busy: boolean;
  onSend: (status: DeskPost['status']) => void;
}) {
  const { t } = useTranslation('blogDesk');
  const bar = useRef<HTMLDivElement>(null);
  useBarHeight(bar);
  return (
    <div
      ref={bar}
      className="sticky bottom-0 -mx-4 flex flex-wrap justify-end gap-3 border-t border-line bg-bg px-4 py-3 md:-mx-6 md:px-6 typing:static"
    >
      <Button disabled={busy} onClick={() => onSend(status === 'published' ? 'draft' : 'published')}>
        {t(status === 'published' ? 'unpublish' : isNew ? 'publishNew' : 'publishSaved')}
      </Button>
      <Button type="submit" look="filled" busy={busy}>
        {t(status === 'published' ? 'save' : 'saveDraft')}
      </Button>
    </div>
  );
}

function Standing({ post }: { post: DeskPost }) {
  const { t } = useTranslation('blogDesk');
  const standing = standingOf(post);
  return (
    <Status size="small" status={standing === 'scheduled' ? 'pending' : standing} word={t(`standings.${standing}`)} />
  );
}

function ToList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('blogDesk');
  return (
    <Button size="small" icon={<ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />} onClick={onClose}>
      {t('toList')}
    </Button>
  );
}
