import { Pencil, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { MenuAct, RowMenu } from '#client/ui/overlay/RowActs.tsx';
import { usePublish, type AdminPost } from './blog.admin.queries.ts';
import { publishStateOf } from './blog.post-draft.ts';

export type Sort = 'newest' | 'oldest' | 'title';

interface PostTableProps {
  posts: readonly AdminPost[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  onOpen: (id: string) => void;
  onDelete: (post: AdminPost) => void;
  /** Actions of other features on a post. */
  children?: ((post: AdminPost) => ReactNode) | undefined;
}

/** All posts with the actions on each. */
export function PostTable({ posts, sort, onSort, onOpen, onDelete, children }: PostTableProps) {
  const { t } = useTranslation('blog.admin');
  const publish = usePublish();
  const toggle = (post: AdminPost) => {
    const status = post.status === 'published' ? 'draft' : 'published';
    const toastSuccess = () => toast({ title: t(`done.${status}`) });
    publish.mutate({ id: post.id, status }, { onSuccess: toastSuccess });
  };
  const actions = (post: AdminPost) => (
    <PostActs
      post={post}
      isBusy={publish.isPending && publish.variables.id === post.id}
      onToggle={() => toggle(post)}
      onOpen={() => onOpen(post.id)}
      onDelete={() => onDelete(post)}
    >
      {children?.(post)}
    </PostActs>
  );
  const columns: Column<AdminPost>[] = [
    {
      id: 'title',
      header: t('fields.title'),
      sort: sort === 'title' ? 'ascending' : undefined,
      onSort: () => onSort('title'),
      cell: (post) => <Name post={post} />,
    },
    { id: 'standing', header: t('standing'), cell: (post) => <PublishStatus post={post} /> },
    {
      id: 'created',
      header: t('created'),
      sort: sort === 'title' ? undefined : sort === 'newest' ? 'descending' : 'ascending',
      onSort: () => onSort(sort === 'newest' ? 'oldest' : 'newest'),
      cell: ({ createdAt }) => <Time at={createdAt} shape="date" />,
    },
    { id: 'actions', header: <span className="sr-only">{t('actions')}</span>, end: true, cell: actions },
  ];
  return (
    <div className="flex flex-col gap-3">
      {publish.error && <AdminProblem error={publish.error} title={t('failed.status')} />}
      <Table
        dense
        caption={t('title')}
        columns={columns}
        rows={posts}
        rowKey={({ id }) => id}
        card={(post) => (
          <div className="flex flex-col gap-2">
            <Name post={post} />
            <PublishStatus post={post} />
            {actions(post)}
          </div>
        )}
      />
    </div>
  );
}

interface PostActsProps {
  post: AdminPost;
  isBusy: boolean;
  onToggle: () => void;
  onOpen: () => void;
  onDelete: () => void;
  children?: ReactNode;
}

/** A draft is published by a button in view; the way back and the end of a post are in the menu. */
function PostActs({ post: { title, status }, isBusy, onToggle, onOpen, onDelete, children }: PostActsProps) {
  const { t } = useTranslation(['blog.admin', 'admin.common']);
  return (
    <span className="inline-flex items-center">
      {status === 'draft' && (
        <Button
          text={t('publish')}
          size="small"
          busy={isBusy}
          aria-label={t('publishName', { title })}
          onClick={onToggle}
        />
      )}
      {children}
      <IconButton label={t('editName', { title })} onClick={onOpen}>
        <Pencil className="size-4" />
      </IconButton>
      <RowMenu label={t('admin.common:moreFor', { of: title })}>
        {status === 'published' && (
          <MenuAct text={t('unpublish')} label={t('unpublishName', { title })} busy={isBusy} onPress={onToggle} />
        )}
        <MenuAct text={t('delete.yes')} label={t('deleteName', { title })} onPress={onDelete} />
      </RowMenu>
    </span>
  );
}

function Name({ post: { id, title, language, category, tags, status, featured } }: { post: AdminPost }) {
  const { t } = useTranslation('blog.admin');
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex items-center gap-1.5 font-medium wrap-anywhere">
        {featured && <Star aria-hidden="true" className="size-4 shrink-0 text-tide" />}
        {status === 'published' ? (
          <Link to={`/blog/${id}`} lang={language} className="min-h-6 hover:text-tide hover:underline">
            {title}
          </Link>
        ) : (
          <span lang={language}>{title}</span>
        )}
      </span>
      <span className="text-xs text-muted wrap-anywhere">
        {[...(featured ? [t('fields.featured')] : []), language.toUpperCase(), category, ...tags].join(' · ')}
      </span>
    </span>
  );
}

/** The status of a post for its readers, and the time from which it applies. */
export function PublishStatus({ post }: { post: AdminPost }) {
  const { t } = useTranslation('blog.admin');
  const publishState = publishStateOf(post);
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Status
        bare
        size="small"
        status={publishState === 'scheduled' ? 'pending' : publishState}
        label={t(`standings.${publishState}`)}
      />
      {post.publishDate && post.status === 'published' && (
        <Time at={post.publishDate} shape="dateTime" className="text-xs text-muted" />
      )}
    </span>
  );
}
