import { useTranslation } from 'react-i18next';
import { toast } from '#client/ui/feedback/toast.ts';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { useDeletePost, type AdminPost } from './blog.admin.queries.ts';

/** Asks once more before a post is gone for good. */
export function DeletePost({ post, onClose }: { post: AdminPost; onClose: () => void }) {
  const { t } = useTranslation('blog.admin');
  const remove = useDeletePost();
  const confirm = () =>
    remove.mutate(post.id, {
      onSuccess: () => {
        toast({ title: t('done.deleted'), tone: 'done' });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      danger
      title={t('delete.title', { title: post.title })}
      confirm={t('delete.yes')}
      busy={remove.isPending}
      error={remove.error}
      failed={t('failed.delete')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('delete.text')}</p>
    </ConfirmDialog>
  );
}
