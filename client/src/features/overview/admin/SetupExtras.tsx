import { useTranslation } from 'react-i18next';
import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Qr } from '#client/ui/data/Qr.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import type { Api } from '#shared/api.ts';

type Samples = Api['GET /api/admin/setup']['output']['samples'];

/** The number of samples that customers are shown, and a button that switches all of them off. */
export function SampleSwitch({ samples: { addresses, accounts } }: { samples: Samples }) {
  const { t } = useTranslation('overview');
  const may = useMay();
  const remove = useWrite(
    () => call('POST /api/admin/samples/remove'),
    'GET /api/admin/setup',
    'GET /api/admin/overview',
    'GET /api/admin/wallets',
    'GET /api/admin/payment-methods',
  );
  const isOn = addresses + accounts > 0;
  const text = isOn ? t('setup.samples.on', { addresses, accounts }) : t('setup.samples.none');
  return (
    <>
      <output className="font-medium">{remove.isSuccess && !isOn ? t('setup.samples.removed') : text}</output>
      {remove.error && <AdminProblem error={remove.error} title={t('setup.samples.failed')} />}
      {isOn && may('wallets.write') && (
        <SendButton
          text={t('setup.samples.remove')}
          size="small"
          variant="tonal"
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        />
      )}
    </>
  );
}

/** A code with which a second person signs up for the test order: their camera reads it. */
export function SignUpCode() {
  const { t } = useTranslation('overview');
  const address = `${window.location.origin}/register`;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Qr text={address} label={t('setup.signUp')} sizePx={148} />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <Ltr className="wrap-anywhere">{address}</Ltr>
        <CopyButton small variant="filled" text={address} label={t('setup.copySignUp')} />
      </div>
    </div>
  );
}
