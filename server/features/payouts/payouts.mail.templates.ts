import {
  adminNotice,
  featureMail,
  greet,
  oneLine,
  ourReference,
  type Template,
} from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';
import type { PayoutMail } from './payouts.mail.ts';

type Texts = ServerTexts['payouts.mail'];
/** `ending`: the last four characters of the account, and never more of it. */
type PayoutMailData = {
  firstName: string;
  id: string;
  reference: string;
  pays: string;
  ending: string;
  endToEndId: string;
};

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    payout_arrived: PayoutMailData;
    payout_returned: PayoutMailData;
    payout_reversed: PayoutMailData;
    payout_extra: PayoutMailData;
    /** To who may release: a batch waits for them. */
    batch_to_release: { batch: string; count: number; total: string };
  }
}

const aboutPayout =
  <Name extends PayoutMail>(name: Name): Template<Name, Texts> =>
  (data, { texts, layout, settings }) => {
    const { firstName, id, reference, pays, ending, endToEndId } = data as PayoutMailData;
    const { subject, heading, body } = texts[name];
    return {
      subject,
      heading,
      greeting: greet(layout, firstName),
      values: { reference: ourReference(reference), supportEmail: settings.brand.supportEmail },
      blocks: [
        { kind: 'text', text: body },
        {
          kind: 'details',
          rows: [
            { label: texts.payout.reference, value: oneLine(endToEndId) },
            { label: texts.payout.pays, value: oneLine(pays) },
            { label: texts.payout.account, value: oneLine(`••••${ending}`) },
          ],
        },
        { kind: 'button', label: texts.payout.open, path: `/transactions?tx=${encodeURIComponent(id)}` },
      ],
    };
  };

const batchToRelease: Template<'batch_to_release', Texts> = ({ batch, count, total }, { texts, layout }) => {
  const labels = texts.batch_to_release;
  const rows = [
    { label: labels.batch, value: oneLine(batch) },
    { label: labels.payouts, value: oneLine(String(count)) },
    { label: labels.total, value: oneLine(total) },
  ];
  return { ...adminNotice(layout, { labels, rows, path: '/admin/payouts?tab=release' }), values: { batch } };
};

/** The mails of this feature. */
export const payoutsMail = featureMail('payouts.mail', {
  payout_arrived: aboutPayout('payout_arrived'),
  payout_returned: aboutPayout('payout_returned'),
  payout_reversed: aboutPayout('payout_reversed'),
  payout_extra: aboutPayout('payout_extra'),
  batch_to_release: batchToRelease,
});
