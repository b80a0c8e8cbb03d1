import { clsx } from 'clsx';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { isFourEyesOn } from '#shared/kernel/approval.ts';
import { AboutSection } from './AboutSection.tsx';
import { BrandForm } from './BrandForm.tsx';
import { DepositsForm } from './DepositsForm.tsx';
import { ExplorersForm } from './ExplorersForm.tsx';
import { FeesForm } from './FeesForm.tsx';
import { FourEyesForm } from './FourEyesForm.tsx';
import { LandingForm } from './LandingForm.tsx';
import { PayoutsForm } from './PayoutsForm.tsx';
import { RulesForm } from './RulesForm.tsx';
import { sectionIds, type SectionId } from './Section.tsx';
import type { AdminSettings } from './settings.admin.queries.ts';
import type { SettingsFormProps } from './settings.form-props.ts';
import { TimesForm } from './TimesForm.tsx';

interface SectionForm {
  Form: ComponentType<SettingsFormProps>;
  /** What it shows of the settings: with another value the form begins again. */
  of: (settings: AdminSettings) => unknown;
  /** The labels in it, by which it is found. */
  fields: readonly FieldName[];
}
type FieldName = (typeof fieldNames)[number];

const fieldNames = [
  'kycUsd',
  'confirmAboveUsd',
  'retentionYears',
  'checkHours',
  'payoutHours',
  'payoutEvidenceRequired',
  'newOrderMail',
  'name',
  'operator',
  'supportEmail',
  'telegram',
  'hours',
  'emailReply',
  'agentReply',
  'transfer',
  'payout',
  'check',
  'kyc',
] as const;

const forms: Record<SectionId, SectionForm> = {
  fees: { Form: FeesForm, of: ({ fees }) => fees, fields: [] },
  rules: { Form: RulesForm, of: ({ limits, rules }) => [limits, rules], fields: fieldNames.slice(0, 7) },
  deposits: { Form: DepositsForm, of: ({ deposits }) => deposits, fields: [] },
  explorers: { Form: ExplorersForm, of: ({ explorers }) => explorers, fields: [] },
  payouts: { Form: PayoutsForm, of: ({ payouts }) => payouts, fields: [] },
  fourEyes: { Form: FourEyesForm, of: ({ fourEyes }) => fourEyes, fields: [] },
  brand: { Form: BrandForm, of: ({ brand }) => brand, fields: fieldNames.slice(7, 11) },
  landing: { Form: LandingForm, of: ({ landing }) => landing, fields: [] },
  times: { Form: TimesForm, of: ({ support, times }) => [support, times], fields: fieldNames.slice(11) },
  about: { Form: AboutSection, of: () => '', fields: [] },
};

interface SettingsFormsProps extends SettingsFormProps {
  /** Whether there is a second member: without one the four-eyes settings are hidden, as no one could approve. */
  isTeam: boolean;
}

/** One section at a time, each with its own address, found by what is in it. */
export function SettingsForms({ settings, isTeam, onAsk }: SettingsFormsProps) {
  const { t } = useTranslation('settings.admin');
  const [search] = useSearchParams();
  const [q, setQ] = useState('');
  const hasFourEyes = isTeam || isFourEyesOn(settings.fourEyes);
  const ids = sectionIds.filter((id) => id !== 'fourEyes' || hasFourEyes);
  const textOf = (id: SectionId) =>
    [t(`${id}.title`), id === 'about' ? '' : t(`${id}.lede`), ...forms[id].fields.map((name) => t(`field.${name}`))]
      .join(' ')
      .toLowerCase();
  const found = ids.filter((id) => textOf(id).includes(q.trim().toLowerCase()));
  const current = ids.find((id) => id === search.get('section')) ?? ids[0] ?? 'fees';
  const { Form, of } = forms[current];
  return (
    <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-2 md:sticky md:top-4">
        <SearchBox id="settings-search" label={t('search')} value={q} onChange={setQ} />
        <nav aria-label={t('sections')} className="flex flex-wrap gap-x-4 md:flex-col">
          {found.map((id) => (
            <Link
              key={id}
              to={`?section=${id}`}
              aria-current={id === current ? 'page' : undefined}
              className={clsx(
                'inline-flex min-h-9 items-center rounded-control px-2 text-sm pointer-coarse:min-h-11',
                id === current ? 'bg-raised font-medium text-ink' : 'text-muted hover:text-ink',
              )}
            >
              {t(`${id}.title`)}
            </Link>
          ))}
          {found.length === 0 && <p className="px-2 text-sm text-muted">{t('searchNone')}</p>}
        </nav>
      </div>
      <Form key={`${current} ${JSON.stringify(of(settings))}`} settings={settings} onAsk={onAsk} />
    </div>
  );
}
