import { useTranslation } from 'react-i18next';
import { formatDate } from '#client/lib/format/format.ts';
import { useIsMe } from '#client/lib/session/permissions.ts';
import type { FlagHue } from '#client/ui/data/FlagChip.tsx';
import { isMobileRail } from '#shared/reference/rails.ts';
import type { Payout } from '../payouts.queries.ts';

/** Reasons against a payout, and remarks about it. */
export interface PayoutFlag {
  /** A few words for a chip. */
  word: string;
  sentence: string;
  hue: FlagHue;
  /** No batch takes it. */
  stops: boolean;
}

export type Flagged = Pick<
  Payout,
  'differs' | 'checks' | 'detailsChanged' | 'returned' | 'payee' | 'tampered' | 'customerBlocked' | 'userId' | 'state'
>;

interface Context {
  /** The column of the bank's file that it would leave empty. */
  emptyColumn?: string | undefined;
  /** No file is written: what only a file cannot hold stops nothing. */
  isByHand?: boolean;
}

type Check = Payout['checks'][number]['code'];

/** These are said where a layout needs the value, or where a limit asks for an identity; on every row they warn of nothing. */
const unsaid: readonly Check[] = ['tampered', 'bank_code_missing', 'unchecked', 'name_unknown', 'unresolved'];
const wordOf = {
  length: 'number',
  checksum: 'number',
  shape: 'number',
  number_shape: 'number',
  not_mobile: 'number',
  name_not_latin: 'unreadable',
  name_other: 'nameDiffers',
  country: 'country',
  bank_differs: 'bankDiffers',
  name_close: 'nameClose',
  name_letters_lost: 'letters',
} as const;
const plain: readonly Check[] = ['name_close', 'name_letters_lost'];
const onlyOfFiles: readonly Check[] = ['number_shape', 'name_not_latin'];

const places: Record<FlagHue, number> = { red: 0, amber: 1, plain: 2 };

/** Tells what is to be known of a payout before it is batched: red first, then amber, then what only informs. */
export function useFlags(): (payout: Flagged, context?: Context) => PayoutFlag[] {
  const { t } = useTranslation('payouts.admin');
  const isMe = useIsMe();
  const ofCheck = ({ code, level }: Payout['checks'][number], payee: Payout['payee'], isByHand: boolean) => {
    if (unsaid.includes(code) || !(code in wordOf) || (isByHand && onlyOfFiles.includes(code))) return [];
    const sentence =
      code === 'name_other'
        ? t('check.otherName')
        : code === 'country' && isMobileRail(payee.method)
          ? t('check.otherCountry')
          : t(`check.${code}`);
    const stops = level === 'block';
    const hue = stops || code === 'name_other' ? 'red' : plain.includes(code) ? 'plain' : 'amber';
    return [{ word: t(`flag.${wordOf[code as keyof typeof wordOf]}`), sentence, hue, stops } as const];
  };
  return (payout, { emptyColumn: column, isByHand = false } = {}) => {
    const { differs, checks, detailsChanged, returned, payee, tampered, customerBlocked, userId, state } = payout;
    const when = (holds: boolean, flag: PayoutFlag) => (holds ? [flag] : []);
    const stopping = (word: string, sentence: string, hue: FlagHue = 'red') => ({ word, sentence, hue, stops: true });
    const knowing = (word: string, sentence: string, hue: FlagHue) => ({ word, sentence, hue, stops: false });
    const flags: PayoutFlag[] = [
      ...when(tampered, stopping(t('flag.tampered'), t('check.tampered'))),
      ...when(customerBlocked, stopping(t('flag.blocked'), t('flagText.blocked'))),
      ...when(isMe(userId), stopping(t('flag.own'), t('flagText.own'), 'plain')),
      ...(column === undefined ? [] : [stopping(t('flag.column', { column }), t('check.columnEmpty', { column }))]),
      ...checks.flatMap((check) => ofCheck(check, payee, isByHand)),
      ...when(detailsChanged, knowing(t('flag.newAccount'), t('detailsChanged'), 'amber')),
      ...differs.map((what) =>
        knowing(t(`flag.${what}`), t(`differs.${what}`), what === 'first_payout' ? 'plain' : 'amber'),
      ),
      ...(returned && state === 'due'
        ? [
            knowing(
              t('flag.cameBack'),
              t('flagText.cameBack', { why: t(`returned.${returned.reason}`), date: formatDate(returned.at) }),
              'plain',
            ),
          ]
        : []),
    ];
    return flags.toSorted((one, other) => places[one.hue] - places[other.hue]);
  };
}

/** True where somebody has to look before a batch takes it. */
export const needsReview = (flags: readonly PayoutFlag[]): boolean =>
  flags.some(({ hue, stops }) => stops || hue !== 'plain');
