import { useTranslation } from 'react-i18next';
import { coins } from '#shared/reference/coins.ts';
import { sections, type SectionId } from './settings.sections.ts';

/** A setting with the words by which it is found, and the address that opens it at its field. */
export interface SettingName {
  to: string;
  label: string;
  /** The name of its section or screen. */
  place: string;
  section: SectionId | undefined;
}

const sectionIds = Object.keys(sections).filter((id): id is SectionId => id in sections);

/** Every setting by name, also those on other screens; none until the texts are loaded. */
export function useSettingNames(): SettingName[] {
  const { t, ready } = useTranslation(['settings.admin', 'rates.admin', 'admin', 'auth.account'], {
    useSuspense: false,
  });
  if (!ready) return [];
  const fields = sectionIds.flatMap((section) =>
    sections[section].fields.map(({ name, label }) => ({
      to: `/admin/settings?section=${section}&field=${name}`,
      label: t(label),
      place: t(sections[section].title),
      section,
    })),
  );
  const cards = sectionIds.map((section) => ({
    to: `/admin/settings?section=${section}`,
    label: t(sections[section].title),
    place: t('title'),
    section,
  }));
  const onScreen = (to: string, label: string, place: string) => ({ to, label, place, section: undefined });
  const marketPlace = `${t('admin:prices')}, ${t('admin:market')}`;
  const settingPath = (field: string) => `/admin/prices?field=${field}`;
  const spread = t('rates.admin:prices.spreadPercent');
  return [
    ...cards,
    ...fields,
    ...coins.map(({ id, name }) =>
      onScreen(settingPath(`coins.${id}.spreadPercent`), `${spread}: ${name}`, marketPlace),
    ),
    onScreen(settingPath('target'), t('rates.admin:prices.pauseTitle'), marketPlace),
    onScreen(settingPath('others'), t('rates.admin:prices.others'), marketPlace),
    onScreen(settingPath('sources.maxApartPercent'), t('rates.admin:sources.maxApartPercent'), marketPlace),
    onScreen(settingPath('maxSpreadPercent'), t('rates.admin:prices.maxSpreadPercent'), marketPlace),
    onScreen(settingPath('sources.quorum'), t('rates.admin:sources.quorum'), marketPlace),
    onScreen('/admin/account', t('auth.account:password.title'), t('admin:account')),
    onScreen('/admin/account', t('auth.account:factor.title'), t('admin:account')),
  ];
}

/** True if every typed word is in one of these texts. */
export function isNamed(input: string, ...texts: readonly string[]): boolean {
  const all = texts.join(' ').toLowerCase();
  return input
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
