import { Paperclip } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { acceptOf } from '#client/lib/browser/files.ts';
import { FilePick } from '#client/ui/form/FilePick.tsx';

/** The button that attaches images and PDF files to a message. */
export function AttachButton({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const { t } = useTranslation('chat');
  return (
    <FilePick
      iconOnly
      multiple
      text={t('attach')}
      icon={<Paperclip className="size-5" />}
      accept={acceptOf('imageOrPdf')}
      className="size-11 shrink-0 justify-center text-muted hover:bg-tide-soft hover:text-ink"
      onPick={onChoose}
    />
  );
}
