import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { requiredFile } from '#client/ui/form/contract-schemas.ts';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { useSendProof } from '../orders.queries.ts';

export type ProofUpload = ReturnType<typeof useProofUpload>;

/** The proof of an exchange's payment: chosen, sent with progress, cancelled, tried again, never sent twice. */
export function useProofUpload(id: string, onDone: () => void) {
  const { t } = useTranslation('orders');
  const formId = useId();
  const upload = useSendProof(id, onDone);
  const [form] = useContractForm(
    z.object({ file: requiredFile(`${t('upload.missing')}. ${t('upload.missingText')}`) }),
    {
      defaultValues: { file: undefined },
    },
  );
  useLeaveGuard(Boolean(form.watch('file')) && !upload.isPending);
  return { ...upload, form, formId };
}
