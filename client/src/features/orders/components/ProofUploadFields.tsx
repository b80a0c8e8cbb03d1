import { useTranslation } from 'react-i18next';
import { Problem, useProblemText } from '#client/ui/feedback/Problem.tsx';
import { FileDrop } from '#client/ui/form/FileDrop.tsx';
import { StillWorking } from './StillWorking.tsx';
import type { ProofUpload } from './useProofUpload.ts';

/** The file that proves a payment, with everything that can go wrong while it is sent. */
export function ProofUploadFields({ upload }: { upload: ProofUpload }) {
  const { t } = useTranslation('orders');
  const textOf = useProblemText();
  const { error } = upload;
  const tooLarge = `${t('upload.tooLarge')}. ${t('upload.tooLargeText')}`;
  return (
    <>
      <FileDrop
        label={t('upload.label')}
        hint={t('upload.hint')}
        kind="imageOrPdf"
        file={upload.file}
        onChange={upload.setFile}
        problemText={(problem) => (problem === 'size' ? tooLarge : undefined)}
        error={upload.isMissing ? `${t('upload.missing')}. ${t('upload.missingText')}` : undefined}
        progress={upload.progress}
        onCancel={upload.cancel}
      />
      <Problem
        error={error && (textOf(error) || t('upload.failed'))}
        title={error ? t('upload.failedTitle') : undefined}
      />
      <StillWorking working={upload.isPending} />
    </>
  );
}
