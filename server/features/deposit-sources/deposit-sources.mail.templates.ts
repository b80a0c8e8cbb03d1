import { adminNotice, featureMail, oneLine, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** To the administrator: where coins are received has changed, or is about to. Never contains an address or a key. */
    source_notice: {
      kind: 'added' | 'changed' | 'live' | 'withdrawn' | 'stopped' | 'low';
      chain: string;
      coins: string;
      /** The last characters of the account key; empty where there is none. */
      ending: string;
    };
  }
}

const sourceNotice: Template<'source_notice', ServerTexts['deposit-sources.mail']> = (
  { kind, chain, coins, ending },
  { texts, layout },
) => {
  const labels = texts.source_notice;
  const rows = [
    { label: labels.chain, value: chain },
    { label: labels.coins, value: coins },
    { label: labels.ending, value: ending },
  ];
  return adminNotice(layout, {
    labels: { ...labels[kind], open: labels.open },
    rows: rows.filter(({ value }) => oneLine(value) !== ''),
    path: '/admin/wallets',
  });
};

/** The mails of this feature. */
export const depositSourcesMail = featureMail('deposit-sources.mail', { source_notice: sourceNotice });
