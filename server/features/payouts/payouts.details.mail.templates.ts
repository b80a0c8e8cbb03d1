import {
  adminNotice,
  featureMail,
  greet,
  oneLine,
  ourReference,
  type Template,
} from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type Texts = ServerTexts['payouts.details.mail'];

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** The code that confirms another account for a payout that came back. */
    payout_details_code: { firstName: string; reference: string; code: string; minutes: number };
    /** Names the last four characters of the account, and never more of it. */
    payout_details_changed: { firstName: string; id: string; reference: string; ending: string };
    /** To the administrator: money left that should not have. `payments` are references with their sums. */
    paid_twice: { count: number; payments: readonly string[] };
  }
}

const detailsCode: Template<'payout_details_code', Texts> = (data, { texts, layout }) => {
  const { subject, heading, body } = texts.payout_details_code;
  const { firstName, reference, code, minutes } = data;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: { reference: ourReference(reference), code: oneLine(code), minutes },
    blocks: [
      { kind: 'text', text: body },
      { kind: 'code', code: oneLine(code) },
    ],
  };
};

const detailsChanged: Template<'payout_details_changed', Texts> = (data, { texts, layout, settings }) => {
  const { subject, heading, body, open } = texts.payout_details_changed;
  const { firstName, id, reference, ending } = data;
  const { supportEmail } = settings.brand;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: { reference: ourReference(reference), ending: oneLine(ending), supportEmail },
    blocks: [
      { kind: 'text', text: body },
      { kind: 'button', label: open, path: `/transactions?tx=${encodeURIComponent(id)}` },
    ],
  };
};

const paidTwice: Template<'paid_twice', Texts> = ({ payments }, { texts, layout }) => {
  const labels = texts.paid_twice;
  const rows = payments.map((payment) => ({ label: labels.payments, value: oneLine(payment) }));
  return adminNotice(layout, { labels, rows, path: '/admin/statements?state=unmatched' });
};

/** The mails about accounts of payouts, and about money that left twice. */
export const payoutsDetailsMail = featureMail('payouts.details.mail', {
  payout_details_code: detailsCode,
  payout_details_changed: detailsChanged,
  paid_twice: paidTwice,
});
