import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import audit from '#shared/locales/en/audit.json' with { type: 'json' };
import labels from '#shared/locales/en/audit.params.json' with { type: 'json' };
import { languageCodes } from '#shared/reference/languages.ts';
import { auditActions, paramsOf } from './audit.actions.ts';
import type { Param, Params } from './audit.kinds.ts';
import { auditedSettings } from './audit.settings.ts';

type Texts = { [name: string]: string | Texts };
const catalogue = (namespace: string, language = 'en') =>
  JSON.parse(readFileSync(`shared/locales/${language}/${namespace}.json`, 'utf8')) as Texts;

/** Text of a catalogue under a whole key, such as `audit:title`. */
function textAt(key: string): string | Texts | undefined {
  const [namespace = '', path = ''] = key.split(':');
  return path
    .split('.')
    .filter((name) => name !== '')
    .reduce<string | Texts | undefined>(
      (at, name) => (typeof at === 'object' ? at[name] : undefined),
      catalogue(namespace),
    );
}

const actionsOf = (group: Texts) =>
  Object.entries(group).flatMap(([feature, actions]) => Object.keys(actions).map((action) => `${feature}.${action}`));
const declaredParams: Params[] = [...Object.values(auditActions), ...Object.values(auditedSettings)];
const withParts = (param: Param): Param[] => {
  const parts = param.kind === 'each' ? [param.item] : 'fields' in param ? Object.values(param.fields) : [];
  return [param, ...parts.flatMap(withParts)];
};
const params = declaredParams.flatMap((declaration) => Object.values(declaration)).flatMap(withParts);
const labelOf = ({ label }: Param) => (label?.includes(':') ? label : label && `audit.params:label.${label}`);

describe('an administrator who reads the audit log', () => {
  test('finds a sentence for each recorded action, and for no other', () => {
    expect(Object.keys(auditActions).toSorted()).toEqual(actionsOf(audit.sentence).toSorted());
  });

  test.each(languageCodes)('reads sentences in %s that name only declared details', (language) => {
    const sentences = catalogue('audit.sentences', language) as Record<string, Record<string, string>>;
    const unknownActions = actionsOf(sentences).filter((action) => {
      const [feature = '', verb = ''] = action.split('.');
      const placeholders = [...(sentences[feature]?.[verb] ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(
        ([, name = '']) => name,
      );
      return placeholders.length === 0 || placeholders.some((name) => !(name in paramsOf(action)));
    });
    expect(unknownActions).toEqual([]);
  });

  test('sees a label with each detail', () => {
    const bareActions = Object.entries(auditActions).flatMap(([action, declaration]) =>
      Object.entries<Param>(declaration)
        .filter(([, param]) => !labelOf(param) && !['fields', 'settings'].includes(param.kind))
        .map(([name]) => `${action} ${name}`),
    );
    expect(bareActions).toEqual([]);
    const usedLabels = new Set(params.flatMap((param) => labelOf(param) ?? []));
    expect([...usedLabels].filter((key) => typeof textAt(key) !== 'string')).toEqual([]);
    expect(Object.keys(labels.label).filter((name) => !usedLabels.has(`audit.params:label.${name}`))).toEqual([]);
  });

  test('sees words for codes', () => {
    const groups = new Set(params.flatMap((param) => ('groups' in param ? param.groups : [])));
    const isThere = (group: string) => group === 'errors:' || typeof textAt(group) === 'object';
    expect([...groups].filter((group) => !isThere(group))).toEqual([]);
  });

  test('sees amounts with their recorded unit', () => {
    const unusedActions = Object.entries(auditActions).filter(([, declaration]: [string, Params]) =>
      Object.values(declaration).some((param) => {
        const unit = param.kind === 'money' || param.kind === 'coins' ? param.unit : 'subject';
        const neededDetails = [
          ...(unit !== 'subject' && 'detail' in unit ? [unit.detail] : []),
          ...(param.kind === 'rate' ? (param.pair ?? []) : []),
          ...(param.before === undefined ? [] : [param.before]),
          ...(param.kind === 'subject' ? [param.of] : []),
        ];
        return neededDetails.some((name) => !(name in declaration));
      }),
    );
    expect(unusedActions).toEqual([]);
  });
});
