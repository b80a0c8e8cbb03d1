import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { rereadAfter } from '#client/lib/api/mutations.ts';
import { useUpload } from '#client/lib/api/useUpload.ts';
import { formatDateTime } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { amendmentInput, amendmentKinds, namesTransaction } from '#shared/orders/orders.review.ts';
import { adminOrderRoutes } from '../orders.queries.ts';
import { Screenshots } from './decide/Screenshots.tsx';
import { adminOrderQuery, sendAmendment, type OpenOrder } from './orders.admin.queries.ts';

/** Additions to a decided order, and the form to add more. */
export function Amendments({ order, mayAmend }: { order: OpenOrder; mayAmend: boolean }) {
  const { t } = useTranslation('orders.admin');
  const [isAdding, setAdding] = useState(false);
  const { amendments } = order;
  return (
    <section className="flex flex-col items-start gap-2">
      {amendments.length > 0 && <h3 className="text-sm">{t('amend.title')}</h3>}
      <ul className="flex w-full flex-col gap-2">
        {amendments.map(({ id, at, kind, note, transactionId, linked }) => (
          <li key={id} className="card flex flex-col gap-1 px-3 py-2 text-sm">
            <span className="flex justify-between gap-3">
              <span className="font-medium">{t(`amend.kinds.${kind}`)}</span>
              <span className="text-xs text-muted">{formatDateTime(at)}</span>
            </span>
            {transactionId && <Ltr className="font-mono wrap-anywhere">{transactionId}</Ltr>}
            <span dir="auto" className="wrap-anywhere whitespace-pre-line">
              {note}
            </span>
            {linked && (
              <span>
                {t('amend.linkedTo')}{' '}
                <Link to={`/admin/transactions?show=all&tx=${linked.id}`} className="tap-area font-mono text-link">
                  {linked.reference}
                </Link>
              </span>
            )}
          </li>
        ))}
      </ul>
      {mayAmend && <Button text={t('amend.open')} size="small" onClick={() => setAdding(true)} />}
      {!mayAmend && <NotPermitted why="ownOrder" />}
      {isAdding && <AmendDialog order={order} onClose={() => setAdding(false)} />}
    </section>
  );
}

/** Money that goes back has its own dialog. */
const kinds = amendmentKinds.filter((kind) => kind !== 'money_back');

const form = amendmentInput.and(z.object({ payoutFiles: z.array(z.file()) }));
type Typed = z.input<typeof form>;

function AmendDialog({ order, onClose }: { order: OpenOrder; onClose: () => void }) {
  const { t } = useTranslation('orders.admin');
  const client = useQueryClient();
  const [fields] = useContractForm(form, { defaultValues: { kind: 'note', note: '', payoutFiles: [] } });
  const upload = useUpload({
    prepare: ({ payoutFiles, ...amendment }: z.output<typeof form>) => ({
      id: order.id,
      fields: amendment,
      files: payoutFiles,
    }),
    send: sendAmendment,
    attemptName: `amendment ${order.id}`,
    onSuccess: (details) => {
      client.setQueryData(adminOrderQuery(order.id).queryKey, details);
      onClose();
    },
    onSettled: rereadAfter(client, ...adminOrderRoutes),
  });
  return (
    <FormDialog
      full
      form={fields}
      title={t('amend.dialog', { reference: order.reference })}
      confirm={t('amend.do')}
      by={upload}
      failed={t('failed.amend')}
      onSubmit={upload.send}
      onClose={onClose}
    >
      <AmendFields form={fields} progress={upload.isPending ? upload.progress : undefined} onCancel={upload.cancel} />
    </FormDialog>
  );
}

interface AmendFieldsProps {
  form: UseFormReturn<Typed, unknown, z.output<typeof form>>;
  progress: number | undefined;
  onCancel: () => void;
}

function AmendFields({ form: fields, progress, onCancel }: AmendFieldsProps) {
  const { t } = useTranslation('orders.admin');
  const field = useFields(fields);
  const kind = fields.watch('kind');
  const {
    field: { ref, value, onChange },
  } = useController({ control: fields.control, name: 'payoutFiles' });
  const { id, error } = field('payoutFiles');
  return (
    <>
      <p className="text-sm text-muted">{t('amend.unchanged')}</p>
      <Select
        label={t('amend.kind')}
        options={kinds.map((item) => [item, t(`amend.kinds.${item}`)])}
        {...field('kind')}
      />
      {namesTransaction(kind) && (
        <TextInput label={t('amend.transactionId')} autoComplete="off" {...field('transactionId')} />
      )}
      {kind === 'reversal' && (
        <TextInput label={t('amend.linked')} optional autoComplete="off" {...field('linkedReference')} />
      )}
      <TextArea label={t('amend.note')} rows={3} {...field('note')} />
      <Screenshots
        id={id}
        ref={ref}
        error={error}
        progress={progress}
        onCancel={onCancel}
        files={value}
        onRecord={0}
        onChange={onChange}
      />
    </>
  );
}
