import { useTranslation } from 'react-i18next';
import { formatMoneyText, formatNumber } from '#client/lib/format/format.ts';
import { ChangedLine } from '#client/ui/data/ChangedLine.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { chainDetails, chainNames, type ChainName } from '#shared/reference/chains.ts';
import type { AdminSettings, SettingsChange } from './settings.admin.queries.ts';
import { changedSettings, choiceLabel, movesTenfold, settingLabel } from './settings.changes.ts';

type Tiers = AdminSettings['fees']['tiers'];

/** Shows the old value beside the new one of each setting that changes, before the password is given. */
export function ChangeLines({ settings, change }: { settings: AdminSettings; change: SettingsChange }) {
  const { t } = useTranslation('settings.admin');
  const formatValue = (value: unknown): string => {
    if (value === null) return t('off');
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    if (typeof value === 'number') return formatNumber(value);
    if (isFinality(value)) return finalityText(value);
    if (typeof value === 'string') return value || t('empty');
    if (!Array.isArray(value)) return Object.values(value ?? {}).join(' / ') || t('empty');
    return value.map((entry: object) => Object.values(entry).join(', ')).join('; ') || t('empty');
  };
  const { fees, explorers, ...otherChanges } = change;
  const lines = changedSettings(settings, otherChanges).map(({ path, from, to }) => {
    const label = settingLabel(path);
    const textOf = (value: unknown) => {
      const choice = choiceLabel(path, value);
      return choice === undefined ? formatValue(value) : t(choice);
    };
    return { path, term: label === undefined ? path : t(label), from: textOf(from), to: textOf(to) };
  });
  return (
    <>
      {movesTenfold(settings, change) && <Note tone="warning">{t('tenfold')}</Note>}
      <dl className="flex flex-col gap-3 text-sm">
        {fees && (
          <ChangedLine
            wasLabel={t('was')}
            term={t('fees.title')}
            from={tiersText(settings.fees.tiers)}
            to={tiersText(fees.tiers)}
          />
        )}
        {explorers && <ExplorerLines before={settings.explorers} after={explorers} />}
        {lines.map(({ path, ...line }) => (
          <ChangedLine key={path} wasLabel={t('was')} {...line} />
        ))}
      </dl>
    </>
  );
}

/** Shows each address of an explorer that changes. */
function ExplorerLines(props: { before: AdminSettings['explorers']; after: NonNullable<SettingsChange['explorers']> }) {
  const { before, after } = props;
  const { t } = useTranslation('settings.admin');
  const textKeys = { transactions: 'explorers.transactionOf', addresses: 'explorers.addressOf' } as const;
  return (['transactions', 'addresses'] as const).flatMap((kind) =>
    chainNames.map((chain) => {
      const from = before[kind][chain];
      const to = after[kind]?.[chain];
      if (to === undefined || from === to) return null;
      const term = t(textKeys[kind], { chain: chainDetails[chain].name });
      return (
        <ChangedLine
          key={`${kind} ${chain}`}
          wasLabel={t('was')}
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
