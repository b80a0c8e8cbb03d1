import type texts from '#shared/locales/en/audit.json';

type Sentences = typeof texts.sentence;

/** Every action that the audit log records, `<feature>.<action>`: the screen has a sentence for each in every language. */
export type AuditActionName = {
  [Feature in keyof Sentences]: `${Feature}.${keyof Sentences[Feature] & string}`;
}[keyof Sentences];

/** The types of subjects that audited actions are done to. */
export type AuditSubjectType = keyof typeof texts.subjectType;
