import { useQuery } from '@tanstack/react-query';
import { Newspaper, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { enumParam, useListParams, withParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { useSession } from '#client/lib/session/session.ts';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyList, NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { ListTools } from '#client/ui/layout/admin/ListTools.tsx';
import { NewsletterSlot } from '#client/ui/layout/admin/NewsletterSlot.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ContractDialog, shown } from '#client/ui/overlay/ContractDialog.tsx';
import { deleteBlogPost } from '#shared/blog/blog.contract.ts';
import { adminPageSize, adminPostsQuery, blogRoutes, type AdminPost } from './blog.admin.queries.ts';
import { EditPost } from './PostEditor.tsx';
import { PostTable, type Sort } from './PostTable.tsx';

const publishStates = ['draft', 'published', 'scheduled'] as const;
type PublishState = (typeof publishStates)[number];

/** The tab of the blog: all posts, or the one that the address opens. */
export function BlogAdmin() {
  // Loads the texts of the preview too: loading them later would blank the tab for a moment.
  useTranslation(['blog.admin', 'blog', 'common', 'admin.common']);
  const [search, setSearch] = useSearchParams();
  const openPostId = search.get('post');
  const go = useCallback(
    (post: string | undefined, replace = false) =>
      setSearch((params) => withParams(params, { post }), { replace, preventScrollReset: false }),
    [setSearch],
  );
  const session = useSession();
  if (!openPostId) return <Posts onOpen={go} />;
  if (session.status !== 'signedIn') return null;
  return (
    <EditPost
      key={openPostId}
      id={openPostId === 'new' ? undefined : openPostId}
      userId={session.user.id}
      onClose={() => go(undefined)}
      onCreated={(id) => go(id, true)}
    />
  );
}

function Posts({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation(['blog.admin', 'common']);
  const list = usePostList();
  const { data, error, refetch } = useQuery(adminPostsQuery(list.query));
  const [postToDelete, setPostToDelete] = useState<AdminPost>();
  const isBare = data?.total === 0 && !list.isNarrowed;
  const create = (
    <Button
      size="small"
      variant="filled"
      icon={<Plus className="size-4" strokeWidth={2} />}
      onClick={() => onOpen('new')}
    >
      {t('create')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <ScreenHead title={t('title')} lede={t('lede')}>
        {!isBare && create}
      </ScreenHead>
      <NewsletterSlot part="sending" />
      <ListTools isBare={isBare} className="flex flex-wrap items-center gap-3">
        <div className="w-full sm:w-80">
          <SearchBox id="post-search" label={t('search')} value={list.q} onChange={list.search} />
        </div>
        <FilterChips
          single
          label={t('standing')}
          options={publishStates.map((value) => ({ value, text: t(`standings.${value}`) }))}
          chosen={list.publishState ? [list.publishState] : []}
          onChange={([publishState]) => list.choose(publishState)}
        />
      </ListTools>
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {data && data.items.length > 0 && (
        <>
          <PostTable
            posts={data.items}
            sort={list.sort}
            onSort={list.sortBy}
            hrefOf={list.hrefOf}
            onDelete={setPostToDelete}
          />
          <Pagination page={list.page} pageSize={adminPageSize} total={data.total} onPage={list.goTo} />
        </>
      )}
      {data?.items.length === 0 &&
        (list.isNarrowed ? (
          <NothingFound q={list.q} onClear={list.clear} />
        ) : (
          <EmptyList Icon={Newspaper} text={t('noneText')} action={create} />
        ))}
      {!data && !error && <Skeleton line="h-96 rounded-card" />}
      {postToDelete && <DeletePost post={postToDelete} onClose={() => setPostToDelete(undefined)} />}
    </div>
  );
}

const postListParams: ListParamsConfig<{ q: string; status: PublishState | undefined; sort: Sort }> = {
  item: 'post',
  read: (search) => ({
    q: search.get('q') ?? '',
    status: enumParam(search, 'status', publishStates),
    sort: enumParam(search, 'sort', ['oldest', 'title']) ?? 'newest',
  }),
  write: ({ q, status, sort }) => ({ q, status, sort: sort === 'newest' ? undefined : sort }),
};

/** The state of the list, from the URL. */
function usePostList() {
  const { filters, page, change, goTo, hrefOf } = useListParams(postListParams);
  const { q, status, sort } = filters;
  return {
    q,
    publishState: status,
    sort,
    page,
    query: { q: q || undefined, status, sort, page, pageSize: adminPageSize },
    isNarrowed: q !== '' || status !== undefined,
    search: useCallback((text: string) => change({ q: text }), [change]),
    choose: (to: PublishState | undefined) => change({ status: to }),
    sortBy: (to: Sort) => change({ sort: to }),
    goTo,
    hrefOf,
    clear: () => change({ q: '', status: undefined }),
  };
}

/** Asks once more before a post is deleted for good. */
function DeletePost({ post, onClose }: { post: AdminPost; onClose: () => void }) {
  const { t } = useTranslation('blog.admin');
  const remove = shown(deleteBlogPost, {
    label: t('delete.title', { title: post.title }),
    confirm: t('delete.yes'),
    danger: true,
    children: <p>{t('delete.text')}</p>,
    onDone: () => toast({ title: t('done.deleted') }),
  });
  return <ContractDialog action={remove} row={post} failed={t('failed.delete')} reads={blogRoutes} onClose={onClose} />;
}
