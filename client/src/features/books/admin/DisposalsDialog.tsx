import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { requiredFile } from '#client/ui/form/contract-schemas.ts';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { importDisposals } from '#shared/books/books.contract.ts';
import { reason } from '#shared/kernel/reason.ts';
import { useDisposals } from '../books.queries.ts';

const schema = importDisposals.form.fields.extend({ disposals: requiredFile(reason('disposals_missing')) });

/** Enters sales from the file of an exchange; a known sale is not entered again. */
export function DisposalsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('books.admin');
  const send = useDisposals();
  const [form, field] = useContractForm(schema, { defaultValues: { exchange: '' } });
  const fileError = field('disposals').error;
  const setFile = (file?: File) => form.setValue('disposals', file);
  const [result, setResult] = useState<Result>();
  if (result) return <ResultDialog result={result} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={t('disposals.title')}
      confirm={t('disposals.enter')}
      by={send}
      failed={t('failed.change')}
      onSubmit={({ exchange, disposals }) =>
        send.mutate({ fields: { exchange }, files: { disposals } }, { onSuccess: setResult })
      }
      onClose={onClose}
    >
      <p>{t('disposals.text')}</p>
      <p dir="ltr" className="font-mono text-xs wrap-anywhere text-muted">
        {heading}
      </p>
      <TextInput label={t('exchange')} {...field('exchange')} />
      <TextInput
        type="file"
        label={t('disposals.file')}
        accept=".csv,text/csv"
        error={fileError}
        onChange={({ target }) => setFile(target.files?.[0])}
      />
    </FormDialog>
  );
}

const heading = 'time,coin,units,money,fee,id';

type Result = NonNullable<ReturnType<typeof useDisposals>['data']>;

/** The number of entered lines, and the lines that were refused. */
function ResultDialog({ result: { added, known, problems }, onClose }: { result: Result; onClose: () => void }) {
  const { t } = useTranslation(['books.admin', 'common']);
  return (
    <Dialog
      open
      title={t('disposals.title')}
      footer={<Button text={t('common:action.close')} onClick={onClose} />}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <output>{t('disposals.done', { added, known })}</output>
        {problems.length > 0 && (
          <Note tone="warning">
            <ul className="flex flex-col gap-1">
              {problems.map(({ line, why }) => (
                <li key={line} className="wrap-anywhere">
                  {t('disposals.problem', { line, why: t(`disposals.why.${why}`) })}
                </li>
              ))}
            </ul>
          </Note>
        )}
      </div>
    </Dialog>
  );
}
