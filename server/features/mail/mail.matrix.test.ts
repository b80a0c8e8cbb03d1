import * as contract from '#shared/mail/mail.texts.contract.ts';
import { ownerCalls } from '#tests/factories/approvals.ts';
import { tryActions, type ActionCase } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const owner = ownerCalls(testbed);
const template = 'verification_code';
const language = 'de';
const body = 'Bitte eingeben:\n\n{{code}}\n\nGilt {{minutes}} Minuten.';
const text = { template, language, subject: 'Ihr Code', heading: 'Guten Tag!', body };

const onText: Pick<ActionCase, 'make' | 'stateOf'> = {
  make: async () => {
    await owner.put('mail-texts', text);
    return { id: template, params: { template, language } };
  },
  stateOf: () => testbed.rows('select template, subject, body from mail_texts order by template'),
};

tryActions(testbed, 'mailTexts', [
  { ...onText, contract: contract.changeMailText, body: () => ({ ...text, subject: 'Ihr neuer Code' }) },
  { ...onText, contract: contract.resetMailText },
]);
