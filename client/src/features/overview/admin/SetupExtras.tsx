import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { useCopy } from '#client/ui/data/CopyButton.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Qr } from '#client/ui/data/Qr.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button, ButtonLink, type ButtonVariant } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import type { Api } from '#shared/api.ts';

type Samples = Api['GET /api/admin/setup']['output']['samples'];

type SamplesProps = { samples: Samples; remove: ReturnType<typeof useSampleRemoval> };

/** Switches all samples off. */
export const useSampleRemoval = () =>
  useWrite(
    () => call('POST /api/admin/samples/remove'),
    'GET /api/admin/setup',
    'GET /api/admin/overview',
    'GET /api/admin/wallets',
    'GET /api/admin/payment-methods',
  );

/** Says that customers see no sample, or shows the error of switching samples off. */
export function SampleState({ samples: { addresses, accounts }, remove }: SamplesProps) {
  const { t } = useTranslation('overview');
  const noneText = remove.isSuccess ? t('setup.samples.removed') : t('setup.samples.none');
  return (
    <>
      <output className="font-medium empty:hidden">{addresses + accounts === 0 && noneText}</output>
      {remove.error && <AdminProblem error={remove.error} title={t('setup.samples.failed')} />}
    </>
  );
}

/** The button that removes sample addresses and accounts, for members who may; null if none are left. */
export function RemoveSamples({ samples: { addresses, accounts }, remove }: SamplesProps) {
  const { t } = useTranslation('overview');
  const may = useMay()('wallets.write');
  if (!may || addresses + accounts === 0) return null;
  return (
    <SendButton
      text={t('setup.samples.remove', { count: addresses + accounts })}
      size="small"
      variant="ghost"
      busy={remove.isPending}
      onClick={() => remove.mutate()}
    />
  );
}

const signUpAddress = () => `${window.location.origin}/register`;

/** A QR code with which a second person signs up for the test order; beside it its address, and the step's acts. */
export function SignUpCode({ children }: { children: ReactNode }) {
  const { t } = useTranslation('overview');
  const address = signUpAddress();
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Qr text={address} label={t('setup.signUp')} sizePx={148} />
      <div className="flex min-w-0 flex-col gap-3 max-sm:w-full">
        <Ltr className="min-w-0 wrap-anywhere">{address.replace(/^https?:\/\//, '')}</Ltr>
        {children}
      </div>
    </div>
  );
}

/** The acts of a test order. Coins sent to a sample address are lost: with samples left, own addresses come first. */
export function TestOrderActs({ addresses, to }: Pick<Samples, 'addresses'> & { to: string }) {
  const { t } = useTranslation('overview');
  const hasSamples = addresses > 0;
  return (
    <>
      {hasSamples && (
        <ButtonLink text={t('setup.do.someAddresses', { count: addresses })} size="small" variant="filled" to={to} />
      )}
      <SignUpCopy variant={hasSamples ? 'outline' : 'filled'} />
    </>
  );
}

/** Copies the address that the code carries. */
function SignUpCopy({ variant }: { variant: ButtonVariant }) {
  const { t } = useTranslation(['overview', 'common']);
  const { outcome, copy } = useCopy(signUpAddress());
  const isDone = outcome === 'done';
  const Icon = isDone ? Check : Copy;
  const answer = isDone ? t('common:copy.done') : outcome === 'failed' ? t('common:copy.failed') : '';
  return (
    <span className="inline-flex flex-col gap-1">
      <Button
        text={isDone ? t('common:copy.done') : t('overview:setup.copySignUp')}
        size="small"
        variant={variant}
        icon={<Icon className="size-4" strokeWidth={2} />}
        onClick={copy}
      />
      <output className={outcome === 'failed' ? 'text-xs text-rejected' : 'sr-only'}>{answer}</output>
    </span>
  );
}
