import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CallError } from '#client/lib/api/call.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { formatPercent } from '#client/lib/format/format.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { Form } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { useSubmitKyc, type KycStatus } from '../kyc.queries.ts';
import { ClaimFields } from './ClaimFields.tsx';
import { DocumentFields } from './DocumentFields.tsx';
import { defaultValuesOf, fieldsOf, kycForm } from './kyc.form.ts';

interface KycFormProps {
  user: SessionUser;
  /** The details of a rejected request. */
  previous: KycStatus['previous'];
  onSent: () => void;
}

/** The form of an identity check: the document, the user's data and the photos, sent as one request. */
export function KycForm({ user, previous, onSent }: KycFormProps) {
  const { t } = useTranslation('kyc');
  const [form] = useContractForm(kycForm, { mode: 'onTouched', defaultValues: defaultValuesOf(user, previous) });
  const textOf = useFailureText();
  const submission = useSubmitKyc({ onSent });
  const type = useWatch({ control: form.control, name: 'documentType' });
  const isSending = submission.progress !== undefined;
  useLeaveGuard(isSending);
  return (
    <Form
      form={form}
      onSubmit={(values) => submission.send({ fields: fieldsOf(values), files: values })}
      error={hasFields(submission.error) ? submission.error : submission.error && textOf(submission.error)}
      errorTitle={t('problem.failedTitle')}
      className="flex flex-col gap-8"
    >
      {/* The customer must not change the form while it is sent. */}
      <div inert={isSending} className="flex flex-col gap-8">
        <ClaimFields form={form} masked={previous?.documentNumberMasked} />
        <DocumentFields form={form} />
      </div>
      <p className="flex items-start gap-3 border-s-2 border-line-strong ps-4 text-sm text-muted">
        <Lock className="size-5 shrink-0" />
        {t('form.safe')}
      </p>
      {submission.wasCancelled && (
        <Note tone="warning" announce>
          {t('form.cancelled')}
        </Note>
      )}
      {isSending && <UploadProgress share={submission.progress ?? 0} onCancel={submission.cancel} />}
      <SendButton type="submit" variant="filled" className="self-start max-sm:w-full" busy={isSending}>
        {t('form.submit', { document: t(`submitName.${type}`) })}
      </SendButton>
    </Form>
  );
}

function hasFields(error: unknown): boolean {
  return error instanceof CallError && Object.keys(error.fields).length > 0;
}

/** A refusal's own message explains what to do; any other error gets the specified text with the reason. */
function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation('kyc');
  const textOf = useProblemText();
  return (error) => {
    if (!(error instanceof CallError)) return t('problem.failed');
    const failureText = textOf(error);
    return error.status >= 400 && error.status < 500 ? failureText : `${t('problem.failed')} ${failureText}`;
  };
}

const slowMs = 20_000;

function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const { t } = useTranslation(['kyc', 'common']);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="card flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-medium">{t('form.sending')}</p>
        <Button text={t('common:action.cancel')} size="small" className="min-h-11" onClick={onCancel} />
      </div>
      <div className="flex items-center gap-3 text-sm text-muted">
        <progress aria-label={t('form.sending')} max={1} value={share} className="progress h-1 min-w-0 flex-1" />
        <span className="figures">{formatPercent(Math.round(share * 100))}</span>
      </div>
      {isSlow && <output className="text-sm text-muted">{t('form.slow')}</output>}
    </div>
  );
}
