import * as contract from '#shared/settings/settings.contract.ts';
import * as texts from '#shared/settings/settings.ready-texts.contract.ts';
import { ownerCalls } from '#tests/factories/approvals.ts';
import { tryActions, type ActionCase } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { rows } = testbed;
const owner = ownerCalls(testbed);
const exchanges = { what: 'exchanges', subject: '' };
const isPaused = { ...exchanges, reason: 'The bank is closed.' };

const onPauses: Pick<ActionCase, 'stateOf'> = {
  stateOf: () => rows(`select value from settings where key = 'pauses'`),
};

tryActions(testbed, 'settings', [
  {
    ...onPauses,
    contract: contract.pauseOffer,
    make: async () => {
      await owner.post('pauses/resume', exchanges);
      return { id: 'pauses' };
    },
    body: () => isPaused,
  },
  {
    ...onPauses,
    contract: contract.resumeOffer,
    make: async () => {
      await owner.post('pauses', isPaused);
      return { id: 'pauses' };
    },
    body: () => exchanges,
  },
]);

const key = 'chat.hold';
const language = 'es';
const wording = { key, language, text: 'Su tipo vale {{minutes}} minutos.' };
const onText: Pick<ActionCase, 'make' | 'stateOf'> = {
  make: async () => {
    await owner.put('ready-texts', wording);
    return { id: key, params: { key, language } };
  },
  stateOf: () => rows('select key, language, text from ready_texts order by key, language'),
};

tryActions(testbed, 'readyTexts', [
  { ...onText, contract: texts.changeReadyText, body: () => ({ ...wording, text: 'Vale {{minutes}} minutos.' }) },
  { ...onText, contract: texts.resetReadyText },
]);
