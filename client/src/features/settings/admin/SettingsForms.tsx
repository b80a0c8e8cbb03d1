import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavigationType, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { isFourEyesOn } from '#shared/kernel/approval.ts';
import { Section, type SettingsSectionProps } from './Section.tsx';
import type { AdminSettings } from './settings.admin.queries.ts';
import { sections, type SectionId } from './settings.sections.ts';
import { isNamed, useSettingNames, type SettingName } from './useSettingNames.ts';

const sectionIds = Object.keys(sections).filter((id): id is SectionId => id in sections);

interface SettingsFormsProps extends SettingsSectionProps {
  /** False without a second member: the settings of dual approval are hidden then, as no one could approve. */
  isTeam: boolean;
}

/** One section at a time, each with its own address, found by its content. */
export function SettingsForms({ settings, isTeam, onAsk }: SettingsFormsProps) {
  const { t } = useTranslation('settings.admin');
  const [search] = useSearchParams();
  const [q, setQ] = useState('');
  const hasFourEyes = isTeam || isFourEyesOn(settings.fourEyes);
  const all = [
    ...sectionIds.filter((id) => id !== 'fourEyes' || hasFourEyes).map((id) => ({ id, title: t(sections[id].title) })),
    { id: 'about' as const, title: t('about.title') },
  ];
  const currentSection = all.find(({ id }) => id === search.get('section'))?.id ?? 'fees';
  const place = useFocusOnOpen(currentSection, search.has('field'));
  return (
    <div ref={place} className="grid grid-cols-1 items-start gap-5 md:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-2 md:sticky md:top-4">
        <SearchBox id="settings-search" label={t('search')} value={q} onChange={setQ} />
        {q.trim() === '' ? (
          <SectionLinks sections={all} current={currentSection} />
        ) : (
          <FoundSettings q={q} isShown={({ section }) => section !== 'fourEyes' || hasFourEyes} />
        )}
      </div>
      {currentSection === 'about' ? (
        <AboutSection settings={settings} />
      ) : (
        // A form with other values starts again.
        <Section key={`${currentSection} ${settings.version}`} id={currentSection} settings={settings} onAsk={onAsk} />
      )}
    </div>
  );
}

/** Focuses the heading of a section that a link opens: the link may be gone. A link to a field has its own focus. */
function useFocusOnOpen(section: string, hasField: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const shownSection = useRef(section);
  const isBack = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (shownSection.current === section) return;
    shownSection.current = section;
    // The field that lists the sections on a phone has the focus: it stays there.
    const isChosen = document.activeElement?.matches('select');
    if (!isBack && !hasField && !isChosen) place.current?.querySelector<HTMLElement>('section h2')?.focus();
  }, [section, isBack, hasField]);
  return place;
}

interface SectionLinksProps {
  sections: readonly { id: string; title: string }[];
  current: string;
}

/** The sections as links, on a phone as one field that names the open one and lists all. */
function SectionLinks({ sections: all, current }: SectionLinksProps) {
  const { t } = useTranslation('settings.admin');
  const isTableLayout = useTableLayout();
  const navigate = useNavigate();
  if (!isTableLayout) {
    return (
      <Select
        label={t('sections')}
        required={false}
        value={current}
        onValue={(id) => id && void navigate(`?section=${id}`, { preventScrollReset: true })}
        options={all.map(({ id, title }) => [id, title])}
      />
    );
  }
  return (
    <nav aria-label={t('sections')} className="flex flex-col">
      {all.map(({ id, title }) => (
        <Link
          key={id}
          to={`?section=${id}`}
          aria-current={id === current ? 'page' : undefined}
          className={clsx(
            'inline-flex min-h-9 items-center rounded-control px-2 text-sm pointer-coarse:min-h-11',
            id === current ? 'bg-raised font-medium text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

/** Settings whose names contain the typed text: each opens at its field, on any screen. */
function FoundSettings({ q, isShown }: { q: string; isShown: (name: SettingName) => boolean }) {
  const { t } = useTranslation('settings.admin');
  const settingNames = useSettingNames().filter((name) => isShown(name) && isNamed(q.trim(), name.label, name.place));
  return (
    <nav aria-label={t('sections')} className="flex flex-col">
      {settingNames.map(({ to, label, place }) => (
        <Link
          key={`${to} ${label}`}
          to={to}
          className="flex min-h-9 flex-col justify-center rounded-control px-2 py-1 text-sm text-muted hover:text-ink pointer-coarse:min-h-11"
        >
          <span className="text-ink">{label}</span>
          <span className="text-xs">{place}</span>
        </Link>
      ))}
      {settingNames.length === 0 && <p className="px-2 text-sm text-muted">{t('searchNone')}</p>}
    </nav>
  );
}

/** The running version, and the settings of the environment. */
function AboutSection({ settings }: { settings: AdminSettings }) {
  const { t } = useTranslation('settings.admin');
  const { productVersion, walletCooloffHours: count, sampleRates } = settings;
  const details = [
    { term: t('about.version'), detail: productVersion },
    { term: t('about.cooloff'), detail: t('about.cooloffHours', { count }) },
    { term: t('about.rates'), detail: t(sampleRates ? 'about.sample' : 'about.live') },
  ];
  return (
    <section className="flex flex-col gap-3 self-start card p-4 sm:p-5">
      <h2 tabIndex={-1} className="text-base outline-none">
        {t('about.title')}
      </h2>
      <dl className="flex flex-col gap-2 text-sm">
        {details.map(({ term, detail }) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
