import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { NewsletterSlot } from '#client/ui/layout/admin/NewsletterSlot.tsx';
import { menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { MenuAct, RowMenu } from '#client/ui/overlay/RowActs.tsx';
import { usePublish, type AdminPost } from './blog.admin.queries.ts';
import { publishStateOf } from './blog.post-draft.ts';

export type Sort = 'newest' | 'oldest' | 'title';

interface PostTableProps {
  posts: readonly AdminPost[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** The address of a post in the editor, which its row opens. */
  hrefOf: (id: string) => string;
  onDelete: (post: AdminPost) => void;
}

/** All posts with the actions on each. */
export function PostTable({ posts, sort, onSort, hrefOf, onDelete }: PostTableProps) {
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
      onDelete={() => onDelete(post)}
    />
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
      cell: ({ createdAt }) => <Time at={createdAt} shape="date" className="whitespace-nowrap" />,
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
        hrefOf={({ id }) => hrefOf(id)}
        rowLabel={({ title }) => t('editName', { title })}
        card={(post) => (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <div className="flex min-w-0 flex-1 basis-40 flex-col gap-1">
              <Name post={post} />
              <span className="flex flex-wrap items-baseline gap-x-3">
                <PublishStatus post={post} />
                <Time at={post.createdAt} shape="date" className="text-xs text-muted" />
              </span>
            </div>
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
  onDelete: () => void;
}

/** A draft is published by a button in view; everything else that is done with a post is in the menu. */
function PostActs({ post, isBusy, onToggle, onDelete }: PostActsProps) {
  const { id, title, status } = post;
  const { t } = useTranslation(['blog.admin', 'admin.common']);
  return (
    <span className="relative z-1 inline-flex items-center gap-1">
      {status === 'draft' && (
        <Button
          text={t('publish')}
          size="small"
          busy={isBusy}
          aria-label={t('publishName', { title })}
          onClick={onToggle}
        />
      )}
      <RowMenu label={t('admin.common:moreFor', { of: title })}>
        {status === 'published' && (
          <Link to={`/blog/${id}`} aria-label={t('readName', { title })} className={menuItemClasses()}>
            {t('read')}
          </Link>
        )}
        <NewsletterSlot part="post" post={post} />
        {status === 'published' && (
          <MenuAct text={t('unpublish')} label={t('unpublishName', { title })} busy={isBusy} onPress={onToggle} />
        )}
        <MenuAct text={t('delete.yes')} label={t('deleteName', { title })} onPress={onDelete} />
      </RowMenu>
    </span>
  );
}

function Name({ post: { title, language, category, tags, featured } }: { post: AdminPost }) {
  const { t } = useTranslation('blog.admin');
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="font-medium wrap-anywhere">
        <span lang={language}>{title}</span>
      </span>
      <span className="text-xs text-muted wrap-anywhere">
        {featured && (
          <span className="me-2 text-ink">
            <Star aria-hidden="true" className="me-1 inline size-3.5 align-[-2px] text-tide" />
            {t('fields.featured')}
          </span>
        )}
        {/* A dot stays on the line that it ends. */}
        {[language.toUpperCase(), category, ...tags.map((tag) => `#${tag}`)].join('\u00A0· ')}
      </span>
    </span>
  );
}

/** The status of a post for its readers, with its time where that is not the day on which it was written. */
export function PublishStatus({ post }: { post: AdminPost }) {
  const { t } = useTranslation('blog.admin');
  const publishState = publishStateOf(post);
  const { publishDate, createdAt, status } = post;
  const isOtherDay =
    publishDate !== null && status === 'published' && publishDate.slice(0, 10) !== createdAt.slice(0, 10);
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Status
        bare
        size="small"
        status={publishState === 'scheduled' ? 'pending' : publishState}
        label={t(`standings.${publishState}`)}
      />
      {isOtherDay && <Time at={publishDate} shape="dateTime" className="text-xs text-muted" />}
    </span>
  );
}
