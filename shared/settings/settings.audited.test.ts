import { expect, test } from 'vitest';
import { auditedSettings } from '#shared/audit/audit.settings.ts';
import { settingsInput } from './settings.input.ts';

test('an administrator reads each changed setting in the audit log before and after', () => {
  const sections: Readonly<Record<string, object>> = auditedSettings;
  const fieldsOf = (names: readonly string[]) => names.toSorted();
  const declaredSections = Object.entries(sections).map(([section, fields]) => [
    section,
    fieldsOf(Object.keys(fields)),
  ]);
  const changeable = Object.entries(settingsInput.shape).map(([section, schema]) => [
    section,
    fieldsOf(Object.keys(schema.unwrap().shape)),
  ]);
  expect(Object.fromEntries(declaredSections)).toEqual(Object.fromEntries(changeable));
});
