import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatRelative } from '#client/lib/format/format.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { LoadedQuery } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { devicesQuery, useRevokeDevice, useRevokeOtherDevices, type Device } from '../auth.account.queries.ts';
import { browserOf } from './auth.browser.ts';

/** The devices on which the account is signed in, each with its sign-out. */
export function DevicesSection() {
  const { t } = useTranslation('auth.account');
  const devices = useQuery(devicesQuery);
  const endOthers = useRevokeOtherDevices();
  return (
    <section aria-labelledby="devices-part" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="devices-part" className="text-lg">
          {t('devices.title')}
        </h2>
        {devices.data && devices.data.length > 1 && (
          <Button size="small" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('devices.endOthers')}
          </Button>
        )}
      </div>
      <Problem error={endOthers.error} title={t('devices.failed')} />
      <LoadedQuery query={devices} skeleton={['h-20 rounded-card']}>
        {(all) => (
          <ul className="card divide-y divide-line">
            {all.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </ul>
        )}
      </LoadedQuery>
    </section>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const { t } = useTranslation('auth.account');
  const end = useRevokeDevice();
  const { name, isPhone } = browserOf(device.userAgent);
  const Icon = isPhone ? Smartphone : Monitor;
  // A browser without a known name, from which the list is read, is named by that alone.
  const isNamedByUse = name === undefined && device.isCurrent;
  const displayName = name ?? t(isNamedByUse ? 'devices.current' : 'devices.unknown');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <Icon className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">{displayName}</p>
        <p className="text-sm text-muted">
          {!isNamedByUse &&
            (device.isCurrent ? t('devices.current') : t('devices.seen', { when: formatRelative(device.lastSeenAt) }))}
          {device.ip && (
            <>
              {!isNamedByUse && ' · '}
              <bdi dir="ltr">{device.ip}</bdi>
            </>
          )}
        </p>
        <Problem error={end.error} title={t('devices.failed')} />
      </div>
      {!device.isCurrent && (
        <Button
          text={t('devices.end')}
          size="small"
          busy={end.isPending}
          aria-label={t('devices.endOne', { name: displayName })}
          onClick={() => end.mutate(device.id)}
        />
      )}
    </li>
  );
}
