import { useTranslation } from 'react-i18next';
import { formatMoneyText, formatNumber } from '#client/lib/format/format.ts';
import { ChangedLine } from '#client/ui/data/ChangedLine.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { chainDetails, chainNames, type ChainName } from '#shared/reference/chains.ts';
import { sections } from './Section.tsx';
import type { AdminSettings, SettingsChange } from './settings.admin.queries.ts';
import { movesTenfold } from './settings.tenfold.ts';
import { useSettingsText } from './SettingsFields.tsx';

type Tiers = AdminSettings['fees']['tiers'];

/** The label of a value that a setting is chosen from. */
function choiceLabel(section: string, key: string, value: unknown): string | undefined {
  const fields = Object.values(sections).flatMap((item) => item.fields);
  return fields.find(({ name }) => name === `${section}.${key}`)?.options?.[String(value)];
}

/** What is going to change, old beside new, before the password is given. */
export function ChangeLines({ settings, change }: { settings: AdminSettings; change: SettingsChange }) {
  const { t } = useTranslation('settings.admin');
  const textOf = useSettingsText();
  const formatValue = (value: unknown): string => {
    if (value === null) return t('off');
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    if (typeof value === 'number') return formatNumber(value);
    if (isFinality(value)) return finalityText(value);
    if (typeof value === 'string') return value || t('empty');
    if (!Array.isArray(value)) return Object.values(value ?? {}).join(' / ') || t('empty');
    return value.map((entry: object) => Object.values(entry).join(', ')).join('; ') || t('empty');
  };
  const { fees, explorers, ...others } = change;
  const lines = Object.entries(others).flatMap(([section, wanted]) => {
    const before = settings[section as keyof typeof others] as Record<string, unknown>;
    const shown = (key: string, value: unknown) => {
      const label = choiceLabel(section, key, value);
      return label === undefined ? formatValue(value) : textOf(label);
    };
    return Object.entries(wanted ?? {}).map(([key, value]) => ({
      key,
      from: shown(key, before[key]),
      to: shown(key, value),
    }));
  });
  return (
    <>
      {movesTenfold(settings, change) && <Note tone="warning">{t('tenfold')}</Note>}
      <dl className="flex flex-col gap-3 text-sm">
        {fees && (
          <ChangedLine
            was={t('was')}
            term={t('fees.title')}
            from={tiersText(settings.fees.tiers)}
            to={tiersText(fees.tiers)}
          />
        )}
        {explorers && <ExplorerLines before={settings.explorers} after={explorers} />}
        {lines.map(({ key, from, to }) => (
          <ChangedLine key={key} was={t('was')} term={t(`field.${key as 'name'}`)} from={from} to={to} />
        ))}
      </dl>
    </>
  );
}

/** Of fourteen addresses only those that change. */
function ExplorerLines(props: { before: AdminSettings['explorers']; after: NonNullable<SettingsChange['explorers']> }) {
  const { before, after } = props;
  const { t } = useTranslation('settings.admin');
  const of = { transactions: 'explorers.transactionOf', addresses: 'explorers.addressOf' } as const;
  return (['transactions', 'addresses'] as const).flatMap((what) =>
    chainNames.map((chain) => {
      const [from, to] = [before[what][chain], after[what]?.[chain]];
      if (to === undefined || from === to) return null;
      const term = t(of[what], { chain: chainDetails[chain].name });
      return (
        <ChangedLine
          key={`${what} ${chain}`}
          was={t('was')}
          term={term}
          from={from || t('empty')}
          to={to || t('empty')}
        />
      );
    }),
  );
}

type Finality = AdminSettings['deposits']['finality'];

const isFinality = (value: unknown): value is Finality =>
  typeof value === 'object' && value !== null && 'bitcoin' in value;

function finalityText(finality: Finality): string {
  const ofChain = (chain: ChainName) =>
    finality[chain]
      .map(({ overUsd, confirmations }) => `> ${formatMoneyText(overUsd, 'USD')}: ${confirmations}`)
      .join(', ');
  return chainNames.map((chain) => `${chainDetails[chain].name} ${ofChain(chain)}`).join('; ');
}

function tiersText(tiers: Tiers): string {
  return tiers.map(({ overUsd, percent }) => `> ${formatMoneyText(overUsd, 'USD')}: ${percent}%`).join(', ');
}
