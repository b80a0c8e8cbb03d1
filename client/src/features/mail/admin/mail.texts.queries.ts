import { call } from '#client/lib/api/call.ts';
import { useStoredWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';
import type { MailTextInput } from '#shared/mail/mail.texts.contract.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

export type CustomerMailText = Api['GET /api/admin/mail-texts/:language']['output'][number];

export interface OpenMailText {
  mail: CustomerMailText;
  language: LanguageCode;
}

/** The mails to customers in one language: built-in text, the operator's own, example values. */
export const mailTextsQuery = (language: LanguageCode) =>
  apiQuery('GET /api/admin/mail-texts/:language', { params: { language } }, { staleTime: minuteMs });

/** Caches the answer, the mails of one language, under the key of their list. */
const useMailTextMutation = <Input extends { language: LanguageCode }>(
  write: (input: Input) => Promise<CustomerMailText[]>,
) => useStoredWrite((_body, { language }) => mailTextsQuery(language).queryKey, write);

/** Stores the team's own text of a mail in one language. */
export const useChangeMailText = () =>
  useMailTextMutation((body: MailTextInput) => call('PUT /api/admin/mail-texts', { body }));

/** Returns a mail in one language to its built-in text. */
export const useResetMailText = () =>
  useMailTextMutation((params: Pick<MailTextInput, 'template' | 'language'>) =>
    call('DELETE /api/admin/mail-texts/:template/:language', { params }),
  );
