import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { latinText, textInEncoding } from '#shared/payouts/payouts.encoding.ts';
import { accountsQuery, profilesQuery, type Batch, type BatchLine } from '../payouts.queries.ts';

/** A text of a payee, and its replacement in the file. */
export type Replacement = { text: string; written: string };

/** Texts of a payee that can contain any character. */
const names = ['accountName', 'bankName'] as const;
type Name = (typeof names)[number];

/** The texts of a payee that the file writes differently. */
const replacedIn = (payee: BatchLine['payee'], written: readonly Name[], write: (text: string) => string) =>
  written
    .map((name) => ({ text: payee[name], written: write(payee[name]) }))
    .filter(({ text, written: inFile }) => text !== inFile);

/**
 * Values that the file of a batch writes differently from this screen. The layout of a prepared batch does not change;
 * that of a released one may have changed since its file was written.
 */
export function useReplacements({ format, state, account }: Batch): (line: BatchLine) => Replacement[] {
  const isEnabled = state === 'prepared' && (format === 'csv' || format === 'wise');
  const { data: accounts } = useQuery({ ...accountsQuery, enabled: isEnabled });
  const { data: profiles } = useQuery({ ...profilesQuery, enabled: isEnabled });
  const profileId = accounts?.find(({ id }) => id === account?.id)?.profileId;
  const profile = profiles?.find(({ id }) => id === profileId);
  const encoding = profile?.encoding;
  if (format === 'pain001') return ({ payee }) => replacedIn(payee, ['accountName'], (name) => latinText(name));
  if (!profile || !isEnabled || (encoding !== 'windows-1252' && encoding !== 'iso-8859-1')) return () => [];
  const columnsText = profile.template === 'wise' ? '{accountName}' : JSON.stringify(profile.columns);
  const writtenNames = names.filter((name) => columnsText.includes(`{${name}}`));
  return ({ payee }) => replacedIn(payee, writtenNames, (text) => textInEncoding(text, encoding));
}

/** Texts that the encoding of a file replaces, in the form that the bank will read. */
export function Replacements({ found }: { found: readonly Replacement[] }) {
  const { t } = useTranslation('payouts.admin');
  if (found.length === 0) return null;
  return (
    <Note tone="warning">
      <p>{t('check.replaced')}</p>
      <ul>
        {found.map(({ text, written }) => (
          <li key={text}>
            <bdi>{text}</bdi> → <bdi>{written}</bdi>
          </li>
        ))}
      </ul>
    </Note>
  );
}
