import {
  featureMail,
  greet,
  oneLine,
  ourReference,
  type Template,
} from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type SettlementsMailTexts = ServerTexts['settlements.mail'];
type DepositMailTemplate = 'deposit_short' | 'deposit_late' | 'deposit_question';

/** Amounts with their unit: what arrived and is missing, what was agreed and what is offered for it. */
type DepositMailData = {
  firstName: string;
  reference: string;
  path: string;
  received: string;
  missing: string;
  agreed: string;
  offered: string;
};

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Less arrived than agreed. None of them carries a deposit address. */
    deposit_short: DepositMailData;
    /** It arrived after the rate had expired, and the rate is lower now. */
    deposit_late: DepositMailData;
    /** The team decides. */
    deposit_question: DepositMailData;
  }
}

const depositMail =
  (name: DepositMailTemplate): Template<DepositMailTemplate, SettlementsMailTexts> =>
  ({ firstName, reference, path, ...amounts }, { texts, layout }) => {
    const { subject, heading, body, open } = texts[name];
    const { received, agreed, offered } = amounts;
    const figures = [
      { label: texts.received, value: received },
      { label: texts.agreed, value: agreed },
      ...(name === 'deposit_late' ? [{ label: texts.offered, value: offered }] : []),
    ];
    return {
      subject,
      heading,
      greeting: greet(layout, firstName),
      values: { reference: ourReference(reference), missing: oneLine(amounts.missing) },
      blocks: [
        { kind: 'text', text: body },
        { kind: 'details', rows: figures.map(({ label, value }) => ({ label, value: oneLine(value) })) },
        { kind: 'button', label: open, path },
      ],
    };
  };

/** The mails of this feature. */
export const settlementsMail = featureMail('settlements.mail', {
  deposit_short: depositMail('deposit_short'),
  deposit_late: depositMail('deposit_late'),
  deposit_question: depositMail('deposit_question'),
});
