import { useTranslation } from 'react-i18next';
import { formatDate } from '#client/lib/format/format.ts';
import { useIsMe } from '#client/lib/session/permissions.ts';
import { flagsOf, type FlaggedCheck, type PayoutFlag as Found } from '#shared/payouts/payouts.flags.ts';
import type { Payout } from '../payouts.queries.ts';

/** Reasons against a payout, and remarks about it. */
export interface PayoutFlag extends Pick<Found, 'hue' | 'stops'> {
  /** A short text for a chip. */
  word: string;
  sentence: string;
  /** True if the number of the account is impossible. */
  isOfNumber: boolean;
}

export type Flagged = Pick<
  Payout,
  | 'currency'
  | 'differs'
  | 'checks'
  | 'detailsChanged'
  | 'returned'
  | 'payee'
  | 'tampered'
  | 'customerBlocked'
  | 'userId'
  | 'state'
>;

const wordOf = {
  length: 'length',
  checksum: 'checksum',
  shape: 'number',
  number_shape: 'number',
  not_mobile: 'notMobile',
  name_not_latin: 'unreadable',
  name_other: 'nameDiffers',
  country: 'country',
  bank_differs: 'bankDiffers',
  name_close: 'nameClose',
  name_letters_lost: 'letters',
} as const satisfies Record<FlaggedCheck, string>;

const numberWords: readonly string[] = ['number', 'length', 'checksum', 'notMobile'];

/** Lists the flags of a payout before it is batched: red first, then amber, then information. */
export function useFlags(): (
  payout: Flagged,
  context?: { emptyColumn?: string | undefined; isByHand?: boolean },
) => PayoutFlag[] {
  const { t } = useTranslation('payouts.admin');
  const isMe = useIsMe();
  const textOf = (flag: Found, { returned, currency }: Flagged): [word: string, sentence: string] => {
    if (flag.kind === 'tampered') return [t('flag.tampered'), t('check.tampered')];
    if (flag.kind === 'blocked' || flag.kind === 'own') return [t(`flag.${flag.kind}`), t(`flagText.${flag.kind}`)];
    if (flag.kind === 'column')
      return [t('flag.column', { column: flag.column }), t('check.columnEmpty', { column: flag.column })];
    if (flag.kind === 'check' && flag.code === 'shape' && currency === 'EUR')
      return [t('flag.notIban'), checkText(flag)];
    if (flag.kind === 'check') return [t(`flag.${wordOf[flag.code]}`), checkText(flag)];
    if (flag.kind === 'newAccount') return [t('flag.newAccount'), t('detailsChanged')];
    if (flag.kind === 'differs') return [t(`flag.${flag.what}`), t(`differs.${flag.what}`)];
    const returnText = returned ? t(`returned.${returned.reason}`) : '';
    return [
      t('flag.cameBack'),
      t('flagText.cameBack', { why: returnText, date: returned ? formatDate(returned.at) : '' }),
    ];
  };
  const checkText = ({ code, isMobile }: Extract<Found, { kind: 'check' }>) => {
    if (code === 'name_other') return t('check.otherName');
    return code === 'country' && isMobile ? t('check.otherCountry') : t(`check.${code}`);
  };
  return (payout, context = {}) =>
    flagsOf(payout, { ...context, isOwn: isMe(payout.userId) }).map((flag) => {
      const [word, sentence] = textOf(flag, payout);
      const isOfNumber = flag.kind === 'check' && numberWords.includes(wordOf[flag.code]);
      return { word, sentence, hue: flag.hue, stops: flag.stops, isOfNumber };
    });
}
