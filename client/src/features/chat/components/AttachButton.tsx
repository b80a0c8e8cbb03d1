import { Paperclip } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { acceptOf } from '#client/lib/browser/files.ts';

export function AttachButton({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const { t } = useTranslation('chat');
  return (
    <label
      title={t('attach')}
      className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-control text-muted hover:bg-tide-soft hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-tide"
    >
      <Paperclip className="size-5" />
      <span className="sr-only">{t('attach')}</span>
      <input
        type="file"
        multiple
        accept={acceptOf('imageOrPdf')}
        className="sr-only"
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          target.value = ''; // The same file may be chosen again.
        }}
      />
    </label>
  );
}
