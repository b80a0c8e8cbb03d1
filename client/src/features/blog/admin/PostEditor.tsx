import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { hasCode } from '#client/lib/api/call.ts';
import { withParams } from '#client/lib/browser/useListParams.ts';
import { formatDateTime } from '#client/lib/format/format.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, TextLink } from '#client/ui/form/Button.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { ScreenHead, useHeadPart } from '#client/ui/layout/admin/ScreenHead.tsx';
import { useBarHeight } from '#client/ui/layout/useBarHeight.ts';
import { adminPostQuery, useSavePost, type AdminPost } from './blog.admin.queries.ts';
import { draftOf } from './blog.post-draft.ts';
import { PostFields, PostTitle } from './PostFields.tsx';
import { PublishStatus } from './PostTable.tsx';
import { TextAndPreview } from './TextAndPreview.tsx';
import { usePostDraft } from './usePostDraft.ts';

interface EditPostProps {
  /** Absent for a new post. */
  id: string | undefined;
  userId: string;
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** Edits a post, or a new one without `id`; shows loading and errors until the post is there. */
export function EditPost({ id, ...rest }: EditPostProps) {
  const { t } = useTranslation('blog.admin');
  const { data: post, error, refetch } = useQuery({ ...adminPostQuery(id ?? ''), enabled: id !== undefined });
  if (id === undefined || post) {
    return <PostEditor key={post?.version} post={post} {...rest} onReload={() => void refetch()} />;
  }
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <EditorHead title={t('editTitle')} post={undefined} onClose={rest.onClose} />
      {error ? (
        <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton line="h-96 rounded-card" />
      )}
    </div>
  );
}

type EditorProps = Omit<EditPostProps, 'id'> & { post: AdminPost | undefined; onReload: () => void };

function PostEditor({ post: first, userId, onClose, onCreated, onReload }: EditorProps) {
  const { t } = useTranslation(['blog.admin', 'common']);
  const [post, setPost] = useState(first);
  const draftState = usePostDraft(userId, first?.id, draftOf(first));
  const { form, draft, isDirty } = draftState;
  const { errors } = form.formState;
  const fieldTextOf = useFieldErrorText();
  const save = useSavePost();
  const status = post?.status ?? 'draft';
  const missingFieldMessage = fieldTextOf(errors.title) ?? fieldTextOf(errors.content);

  const send = (next: AdminPost['status'], version = post?.version) => {
    const onSuccess = (savedPost: AdminPost) => {
      toast({ title: t(`done.${savedPost.status === status ? 'saved' : savedPost.status}`) });
      draftState.markSaved(draftOf(savedPost));
      setPost(savedPost);
      if (!post) onCreated(savedPost.id);
    };
    const change = { ...(version !== undefined && { version }), status: next };
    const submit = form.handleSubmit((body) =>
      save.mutate({ id: post?.id, body: { ...body, ...change } }, { onSuccess }),
    );
    void submit();
  };
  const loadTheirs = () => {
    draftState.discard();
    onReload();
  };
  return (
    <ShortForm form={form} className="flex flex-col gap-5 p-4 md:p-6" onSubmit={() => send(status)} error={save.error}>
      <EditorHead title={post ? t('editTitle') : t('create')} post={post} onClose={onClose} />
      {draftState.restoredFrom && isDirty && (
        <RestoredDraftNote from={draftState.restoredFrom} onDiscard={draftState.discard} />
      )}
      <PostTitle form={form} draft={draft} />
      <TextAndPreview form={form} draft={draft} />
      <PostFields form={form} draft={draft} />
      <SaveError error={save.error} onLoad={loadTheirs} onSend={(version) => send(status, version)} />
      <Problem error={missingFieldMessage} />
      <Bar status={status} isNew={!post} isDirty={isDirty} busy={save.isPending} onSend={send} />
    </ShortForm>
  );
}

interface EditorHeadProps {
  title: string;
  /** Absent of a new post. */
  post: AdminPost | undefined;
  onClose: () => void;
}

/** The way back, the status for readers and the public page: in the head, or above the form where tabs stand there. */
function EditorHead({ title, post, onClose }: EditorHeadProps) {
  const { t } = useTranslation('blog.admin');
  const [search] = useSearchParams();
  const list = withParams(search, { post: undefined }).toString();
  const isInHead = useHeadPart({ title, back: { to: `/admin/blog${list && `?${list}`}`, text: t('title') } });
  const state = post && (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <PublishStatus post={post} />
      {post.status === 'published' && <TextLink to={`/blog/${post.id}`}>{t('read')}</TextLink>}
    </span>
  );
  if (isInHead) return <ScreenHead title={title}>{state}</ScreenHead>;
  return (
    <header className="flex flex-wrap items-center gap-3">
      <ToList onClose={onClose} />
      <h2 className="text-lg wrap-anywhere">{title}</h2>
      {state}
    </header>
  );
}

/** Notes that an unsaved draft was restored. */
function RestoredDraftNote({ from, onDiscard }: { from: Date; onDiscard: () => void }) {
  const { t } = useTranslation('blog.admin');
  const discard = <Button text={t('discard')} size="small" onClick={onDiscard} />;
  return (
    <Note tone="info" action={discard}>
      {t('restored', { at: formatDateTime(from) })}
    </Note>
  );
}

/** Why saving failed; on an edit conflict the admin chooses the text to save. */
function SaveError(props: { error: Error | null; onLoad: () => void; onSend: (version?: number) => void }) {
  const { error, onLoad, onSend } = props;
  const { t } = useTranslation('blog.admin');
  if (!error) return null;
  if (!hasCode(error, 'conflict')) {
    return <AdminProblem error={error} title={t('failed.save')} onRetry={() => onSend()} />;
  }
  const choice = (
    <span className="flex flex-wrap gap-2">
      <Button text={t('conflict.load')} size="small" onClick={onLoad} />
      <Button text={t('conflict.overwrite')} size="small" onClick={() => onSend(Number(error.data['version']))} />
    </span>
  );
  return <Problem error={error} title={t('failed.save')} action={choice} />;
}

interface BarProps {
  status: AdminPost['status'];
  isNew: boolean;
  /** True if there is a change to save. */
  isDirty: boolean;
  busy: boolean;
  onSend: (status: AdminPost['status']) => void;
}

function Bar({ status, isNew, isDirty, busy, onSend }: BarProps) {
  const { t } = useTranslation(['blog.admin', 'settings.admin']);
  const bar = useRef<HTMLDivElement>(null);
  useBarHeight(bar);
  // The button of a published post says by itself that nothing is changed.
  const isUnchanged = status === 'published' && !isDirty;
  return (
    <div
      ref={bar}
      className="sticky bottom-0 -mx-4 flex flex-wrap items-start justify-end gap-3 border-t border-line bg-bg px-4 py-3 max-sm:*:flex-1 md:-mx-6 md:px-6 data-tall:static typing:static"
    >
      <output className="self-center text-sm text-muted empty:hidden max-sm:basis-full">
        {isDirty ? t('unsaved') : !isNew && !isUnchanged && t('allSaved')}
      </output>
      {status === 'published' ? (
        <>
          <Button text={t('unpublish')} variant="ghost" disabled={busy} onClick={() => onSend('draft')} />
          <SendButton
            text={t('save')}
            type="submit"
            variant="filled"
            busy={busy}
            atEnd
            missing={isDirty ? undefined : t('settings.admin:unchanged')}
          />
        </>
      ) : (
        <>
          <Button text={t('saveDraft')} type="submit" disabled={busy} />
          <Button variant="filled" busy={busy} onClick={() => onSend('published')}>
            {t(isNew ? 'publishNew' : 'publishSaved')}
          </Button>
        </>
      )}
    </div>
  );
}

function ToList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('blog.admin');
  return (
    <Button size="small" icon={<ArrowLeft className="size-4 rtl:-scale-x-100" strokeWidth={2} />} onClick={onClose}>
      {t('toList')}
    </Button>
  );
}
