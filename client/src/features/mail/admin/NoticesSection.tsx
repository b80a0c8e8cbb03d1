import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Form } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { Switch } from '#client/ui/form/Switch.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { noticesFor } from '#shared/mail/mail.notices.ts';
import type { QuietHours } from '#shared/mail/mail.quiet-hours.ts';
import { quietHours } from '#shared/mail/mail.telegram.contract.ts';
import { TelegramSection } from '../components/TelegramSection.tsx';
import { telegramQuery, useChangeNotices } from '../mail.telegram.queries.ts';

const hereZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const defaultQuietHours = (): QuietHours => ({ from: '22:00', to: '07:00', timeZone: hereZone() });

/** The Telegram chat of a member of the team, the notices sent there, and their quiet hours. */
export function NoticesSection() {
  const { t } = useTranslation('mail.notices');
  return (
    <>
      <TelegramSection lede={t('chat')} />
      <section aria-labelledby="notices-part" className="flex flex-col gap-5">
        <div className="flex flex-col gap-1">
          <h2 id="notices-part" className="text-lg">
            {t('title')}
          </h2>
          <p className="max-w-[65ch] text-muted">{t('lede')}</p>
        </div>
        <div className="card flex flex-col divide-y divide-line">
          <Digest />
          <QuietHoursSection />
          <SentNotices />
        </div>
      </section>
    </>
  );
}

/** Chooses between one message a quarter of an hour and each message at once. */
function Digest() {
  const { t } = useTranslation('mail.notices');
  const { data } = useQuery(telegramQuery);
  const change = useChangeNotices();
  if (!data) return null;
  return (
    <div className="flex flex-col gap-3 p-4 sm:p-5">
      <SwitchLine
        title={t('digest.title')}
        text={t('digest.text')}
        on={data.digest}
        busy={change.isPending}
        onChange={(digest) => change.mutate({ digest })}
      />
      <Problem error={change.error} title={change.error ? t('failed') : undefined} />
    </div>
  );
}

/** The quiet hours of a member: a switched-on section is edited and saved, switching it off removes them at once. */
function QuietHoursSection() {
  const { t } = useTranslation('mail.notices');
  const { data } = useQuery(telegramQuery);
  const change = useChangeNotices();
  const [isEdited, setEdited] = useState(false);
  if (!data) return null;
  const isOn = data.quiet !== null || isEdited;
  const toggle = (enabled: boolean) => {
    setEdited(enabled);
    if (!enabled && data.quiet) change.mutate({ quiet: null });
  };
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-5">
      <SwitchLine title={t('quiet.title')} text={t('quiet.text')} on={isOn} busy={change.isPending} onChange={toggle} />
      {isOn && <Hours hours={data.quiet ?? defaultQuietHours()} change={change} />}
      {!isOn && <Problem error={change.error} title={change.error ? t('failed') : undefined} />}
    </div>
  );
}

function Hours({ hours, change }: { hours: QuietHours; change: ReturnType<typeof useChangeNotices> }) {
  const { t } = useTranslation('mail.notices');
  const [form, field] = useContractForm(quietHours, { defaultValues: hours });
  const toastSuccess = toastDone({ title: t('saved') }, () => undefined);
  const zones = [...new Set([hours.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();
  return (
    <Form
      form={form}
      error={change.error}
      errorTitle={t('failed')}
      className="grid grid-cols-2 items-start gap-4"
      onSubmit={(quiet) => change.mutate({ quiet }, { onSuccess: toastSuccess })}
    >
      <TextInput type="time" label={t('quiet.from')} {...field('from')} />
      <TextInput type="time" label={t('quiet.to')} {...field('to')} />
      <Select
        label={t('quiet.timeZone')}
        className="col-span-2"
        options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')])}
        {...field('timeZone')}
      />
      <SendButton
        type="submit"
        text={t('save')}
        size="small"
        busy={change.isPending}
        className="col-span-full justify-self-start"
      />
    </Form>
  );
}

/** The notices that this member's chat gets, and when it last got one. */
function SentNotices() {
  const { t } = useTranslation('mail.notices');
  const may = useMay();
  const { data } = useQuery(telegramQuery);
  if (!data?.isOffered) return null;
  return (
    <div className="flex flex-col gap-2 p-4 sm:p-5">
      <h3 className="text-base">{t('what')}</h3>
      <ul className="flex flex-col gap-1 text-sm text-muted">
        {noticesFor(may).map((name) => (
          <li key={name}>{t(`notice.${name}`)}</li>
        ))}
      </ul>
      {data.lastSentAt && <p className="text-sm">{t('last', { time: formatDateTime(data.lastSentAt) })}</p>}
    </div>
  );
}

type SwitchLineProps = { title: string; text: string; on: boolean; busy: boolean; onChange: (on: boolean) => void };

function SwitchLine({ title, text, on, busy, onChange }: SwitchLineProps) {
  const { t } = useTranslation('mail.notices');
  return (
    <div className="flex items-center justify-between gap-6">
      <div className="min-w-0">
        <h3 className="text-base">{title}</h3>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <Switch label={title} stateText={t(on ? 'on' : 'off')} on={on} busy={busy} onChange={onChange} />
    </div>
  );
}
