import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { FoldMark } from '#client/ui/data/FoldMark.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem, useFieldErrors } from '#client/ui/feedback/Problem.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { maxLengthOf } from '#client/ui/form/schema/max-length.ts';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { addProfile } from '#shared/payouts/payouts.accounts.contract.ts';
import { profileDirections } from '#shared/payouts/payouts.lifecycle.ts';
import { useRemoveProfile, useSaveProfile, type Profile, type ProfileInput } from '../payouts.queries.ts';
import { previewLines } from './payouts.profile-preview.ts';
import { useProfileTitle } from './Rails.tsx';

/** The profiles of the banks' CSV files, each as lines of text. */
export function Profiles({ profiles }: { profiles: readonly Profile[] }) {
  const { t } = useTranslation('payouts.admin');
  const may = useMay();
  const [editedProfile, setEditedProfile] = useState<Profile | 'new'>();
  const titleOf = useProfileTitle();
  return (
    <section aria-labelledby="payout-profiles">
      <details className="group">
        <summary className="flex min-h-9 w-fit cursor-pointer list-none gap-1.5 py-2 text-base [&::-webkit-details-marker]:hidden">
          <FoldMark />
          <span className="min-w-0">
            <h2 id="payout-profiles" className="inline text-base">
              {t('profiles')}
            </h2>{' '}
            <span className="text-muted figures">{formatNumber(profiles.length)}</span>
            <span className="ms-3 text-sm text-muted max-sm:ms-0 max-sm:block">{t('profilesText')}</span>
          </span>
        </summary>
        {may('settings.write') && (
          <div className="flex justify-end pb-3">
            <Button text={t('profile.add')} size="small" onClick={() => setEditedProfile('new')} />
          </div>
        )}
        <ul className="card divide-y divide-line">
          {profiles.map((profile) => (
            <li key={profile.id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-2 text-sm">
              <span className="flex flex-col">
                <span className="font-medium">{titleOf(profile)}</span>
                <span className="text-xs text-muted">
                  {profile.isReady && <bdi dir="ltr">{profile.name} · </bdi>}
                  {t(`profile.${profile.direction}`)} · {t(profile.isVerified ? 'verified' : 'unverified')}
                </span>
                {profile.tampered && <Note tone="danger">{t('profile.tampered')}</Note>}
              </span>
              {may('settings.write') && (
                <Button
                  text={t('profile.change')}
                  size="small"
                  variant="ghost"
                  aria-label={t('actionOf', { action: t('profile.change'), reference: titleOf(profile) })}
                  onClick={() => setEditedProfile(profile)}
                />
              )}
            </li>
          ))}
        </ul>
        {editedProfile && (
          <ProfileDialog
            profile={editedProfile === 'new' ? undefined : editedProfile}
            onClose={() => setEditedProfile(undefined)}
          />
        )}
      </details>
    </section>
  );
}

function ProfileDialog({ profile, onClose }: { profile: Profile | undefined; onClose: () => void }) {
  const { t } = useTranslation('payouts.admin');
  const save = useSaveProfile(profile?.id);
  const remove = useRemoveProfile();
  const [name, setName] = useState(profile?.name ?? '');
  const [direction, setDirection] = useState(profile?.direction ?? 'payout');
  const [layout, setLayout] = useState(profile ? layoutOf(profile) : '');
  const toastSuccess = toastDone({ title: t('profile.saved'), text: name }, onClose);
  const wrongTexts = wrongLines(save.variables, useFieldErrors(save.error));
  const lines = previewLines(profileOf(direction, name, layout));
  // A new profile has no preview yet, and a refused line must stay visible.
  const [isOpen, setOpen] = useState(profile === undefined);
  return (
    <ConfirmDialog
      title={t(profile ? 'profile.change' : 'profile.add')}
      confirm={t('profile.save')}
      by={{ isPending: save.isPending || remove.isPending, error: save.error ?? remove.error }}
      failed={t('failed.change')}
      {...(wrongTexts.length > 0 && { problem: <Problem error={wrongTexts.join('\n')} title={t('failed.change')} /> })}
      onConfirm={() => save.mutate(profileOf(direction, name, layout), { onSuccess: toastSuccess })}
      onClose={onClose}
    >
      <TextInput
        label={t('account.name')}
        maxLength={maxLengthOf(addProfile.body, 'name')}
        value={name}
        onValue={setName}
      />
      <Select
        label={t('profile.direction')}
        disabled={profile !== undefined}
        value={direction}
        onValue={(value) => setDirection(value === 'statement' ? 'statement' : 'payout')}
        options={profileDirections.map((value) => [value, t(`profile.${value}`)])}
      />
      {lines.length > 0 && (
        <figure className="flex flex-col gap-1">
          <figcaption className="text-sm text-muted">{t('profile.preview')}</figcaption>
          <pre
            dir="ltr"
            className="overflow-x-auto whitespace-pre-wrap wrap-anywhere rounded-control border border-line bg-sunken p-3 font-mono text-xs"
          >
            {lines.join('\n')}
          </pre>
        </figure>
      )}
      <details open={isOpen || wrongTexts.length > 0} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="min-h-9 cursor-pointer py-2 text-sm text-link">{t('profile.adjust')}</summary>
        <TextArea
          dir="ltr"
          label={t('profile.layout')}
          hint={t(`profile.hint.${direction}`)}
          rows={10}
          value={layout}
          onValue={setLayout}
        />
      </details>
      {profile && !profile.isReady && (
        <Button variant="ghost" onClick={() => remove.mutate(profile.id, { onSuccess: onClose })}>
          {t('profile.remove')}
        </Button>
      )}
    </ConfirmDialog>
  );
}

/** The errors of a layout, beside the headings of the affected columns. */
function wrongLines(input: ProfileInput | undefined, errors: Readonly<Record<string, string>>): string[] {
  const columns = input && 'columns' in input ? input.columns : [];
  return Object.entries(errors).map(([path, text]) => {
    const columnIndex = /^columns\.(\d+)\./.exec(path)?.[1];
    const heading = columnIndex === undefined ? path : columns[Number(columnIndex)]?.heading;
    return path === 'columns' ? text : `${heading ?? path}: ${text}`;
  });
}

/** Settings of a payout's layout; every other line of it is a column. */
const options = ['separator', 'decimal', 'encoding', 'heading', 'template', 'rails'];
const tab = { read: 'tab', written: '\t' };

/** Fields of a profile beside its layout. */
const metadataFields = ['id', 'name', 'direction', 'isReady', 'isVerified', 'tampered'];

/** A layout as text: `name = value` on each line; columns of a payout are `Heading = {value}`, in their order. */
function layoutOf({ columns, text, ...rest }: Profile): string {
  const settings = Object.entries(rest).filter(([key]) => !metadataFields.includes(key));
  const pairs = [
    ...settings.map(([key, value]) => [key, value === tab.written ? tab.read : String(value)]),
    ...(Array.isArray(text) ? text.map((heading) => ['text', String(heading)]) : []),
    // A list of columns in a stored layout has this form, which its contract checks.
    ...(Array.isArray(columns) ? (columns as { heading: string; value: string }[]) : []).map((column) => [
      column.heading,
      column.value,
    ]),
  ];
  return pairs.map(([key, value]) => `${key} = ${value}`).join('\n');
}

function valueOf(key: string, text: string): unknown {
  if (key === 'skip') return Number(text);
  if (key === 'heading') return text !== 'false';
  return key === 'rails' ? text.split(/[\s,]+/).filter(Boolean) : text;
}

/** The layout that a text describes. The server names its problems. */
function profileOf(direction: Profile['direction'], name: string, layout: string): ProfileInput {
  const pairs = layout.split('\n').flatMap((line) => {
    const signIndex = line.indexOf('=');
    const key = line.slice(0, signIndex).trim();
    const value = line.slice(signIndex + 1).trim();
    return signIndex < 0 || key === '' ? [] : [[key, value === tab.read ? tab.written : value] as const];
  });
  const isOption = (key: string) => direction === 'statement' || options.includes(key);
  const values = pairs
    .filter(([key]) => isOption(key) && key !== 'text')
    .map(([key, value]) => [key, valueOf(key, value)]);
  const columns = pairs.filter(([key]) => !isOption(key)).map(([heading, value]) => ({ heading, value }));
  const text = pairs.filter(([key]) => key === 'text').map(([, value]) => value);
  const lists = direction === 'payout' ? { columns } : { text };
  // The text names any settings: the contract checks the layout when it is sent.
  return { ...Object.fromEntries(values), ...lists, direction, name } as ProfileInput;
}
