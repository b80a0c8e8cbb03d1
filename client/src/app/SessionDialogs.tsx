import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { SignInFields } from '#client/features/auth/components/SignInFields.tsx';
import { call, hasCode } from '#client/lib/api/call.ts';
import { queryClient } from '#client/lib/api/query-client.ts';
import { formatTime } from '#client/lib/format/format.ts';
import { extendSession, sessionQuery, signOut } from '#client/lib/session/session.ts';
import { storeToken } from '#client/lib/session/token.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { emptyAsAbsent } from '#client/ui/form/contract-schemas.ts';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { asksForSecondFactor } from '#client/ui/form/secret/SecondFactorInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { login } from '#shared/auth/auth.contract.ts';

const schema = login.body.extend({ code: emptyAsAbsent(login.body.shape.code) });

/** Asks for the password again over the page; another user must not inherit its content. */
export function ReauthDialog({ onDone }: { onDone: (signedIn: boolean) => void }) {
  const { t } = useTranslation();
  const email = queryClient.getQueryData(sessionQuery.queryKey)?.email ?? '';
  const [form, field] = useContractForm(schema, { defaultValues: { email, password: '', code: '' } });
  const [withCode, setWithCode] = useState(false);
  const signIn = useMutation({
    mutationFn: (body: z.output<typeof schema>) => call('POST /api/login', { body, whenSignedOut: 'fail' }),
    onError: (error) => setWithCode(withCode || asksForSecondFactor(error)),
    onSuccess: ({ token, isAdmin }) => {
      storeToken(token, isAdmin);
      onDone(true);
    },
  });

  return (
    <Dialog open title={t('session.expired')} locked={signIn.isPending} widthPx={440} onClose={() => onDone(false)}>
      <ShortForm
        form={form}
        className="flex flex-col gap-4"
        onSubmit={(values) => !signIn.isPending && signIn.mutate(values)}
        error={signIn.error}
      >
        <p className="text-muted">{t('session.expiredText')}</p>
        <Problem error={signIn.error && !hasCode(signIn.error, 'second_factor_required') ? signIn.error : null} />
        <SignInFields field={field} withCode={withCode} refusal={signIn.error} isKnown={email !== ''} />
        <Button text={t('action.signIn')} type="submit" variant="filled" wide busy={signIn.isPending} />
      </ShortForm>
    </Dialog>
  );
}

/** Two minutes before the end: one press extends the session; the page loses nothing either way. */
export function StaySignedInDialog({ endsAt, onClose }: { endsAt: number; onClose: () => void }) {
  const { t } = useTranslation();
  const stay = useMutation({ mutationFn: extendSession, onSuccess: onClose });
  const leave = useMutation({ mutationFn: signOut, onSuccess: onClose });

  return (
    <Dialog
      open
      title={t('session.warningTitle')}
      widthPx={440}
      onClose={onClose}
      footer={
        <>
          <Button text={t('action.signOut')} busy={leave.isPending} onClick={() => leave.mutate()} />
          <Button text={t('session.stay')} variant="filled" busy={stay.isPending} onClick={() => stay.mutate()} />
        </>
      }
    >
      <p>{t('session.warningText', { time: formatTime(endsAt) })}</p>
      <Problem error={stay.error ?? leave.error} />
    </Dialog>
  );
}
