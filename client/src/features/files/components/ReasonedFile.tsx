import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#client/lib/session/session.ts';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { openForCase, pictureAccess } from '#shared/files/files.contract.ts';
import { fileQuery, useOpenForCase, type FileForReview } from '../files.queries.ts';

interface ReasonedFileProps {
  file: FileForReview;
  /** The order of the payment or payout in the picture. */
  reference: string;
  tabs?: ReactNode;
  /** The viewer, for members who may see the picture. */
  children: ReactNode;
}

const textOf = { none: 'picture.noneText', onePerOrder: 'picture.text', forReason: 'picture.everyText' } as const;

/** A picture of a payment or payout: some roles see it at once, some after saying why, and some not at all. */
export function ReasonedFile({ file, reference, tabs, children }: ReasonedFileProps) {
  const { t } = useTranslation('orders.admin');
  const session = useSession();
  const access = session.status === 'signedIn' ? pictureAccess(session.user.may) : 'none';
  const { data: openedFile } = useQuery({ ...fileQuery(file.filename), enabled: false });
  const [isAsking, setAsking] = useState(false);
  if (access === 'all' || openedFile) return children;
  const isRefused = access === 'none';
  return (
    <>
      {tabs && <div className="border-b border-line bg-bg py-2 ps-4 pe-2">{tabs}</div>}
      <div className="grid min-h-72 flex-1 place-items-center gap-4 p-4">
        <EmptyState
          title={t(isRefused ? 'picture.none' : 'picture.title')}
          text={t(textOf[access])}
          action={!isRefused && <Button onClick={() => setAsking(true)}>{t('picture.open')}</Button>}
        />
      </div>
      {isAsking && <ReasonDialog file={file} reference={reference} onClose={() => setAsking(false)} />}
    </>
  );
}

function ReasonDialog(props: Pick<ReasonedFileProps, 'file' | 'reference'> & { onClose: () => void }) {
  const { file, reference, onClose } = props;
  const { t } = useTranslation('orders.admin');
  const [form, field] = useContractForm(openForCase.body, { defaultValues: { reason: '' } });
  const open = useOpenForCase(file);
  return (
    <FormDialog
      form={form}
      title={t('picture.dialogTitle', { reference })}
      confirm={t('picture.confirm')}
      by={open}
      failed={t('picture.failed')}
      onSubmit={({ reason }) => open.mutate(reason)}
      onClose={onClose}
    >
      <TextArea label={t('picture.reason')} hint={t('picture.reasonHint')} rows={3} {...field('reason')} />
    </FormDialog>
  );
}
