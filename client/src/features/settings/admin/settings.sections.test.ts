import { expect, test } from 'vitest';
import { chainNames } from '#shared/reference/chains.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { settingsInput } from '#shared/settings/settings.input.ts';
import { partsOf, settingLabel } from './settings.changes.ts';
import type { FieldSpec, ListSpec } from './settings.fields.ts';
import { sections, type SectionSpec } from './settings.sections.ts';

const allSections = Object.values<SectionSpec>(sections);

/** The path of the setting of a field or a list: `deposits.finality` for that of one chain. */
const settingOf = (path: string) => path.split('.', 2).join('.');

test('a setting that an administrator changes is named in the summary of the change', () => {
  const inOwnLines = ['fees.tiers', 'explorers.transactions', 'explorers.addresses'];
  const paths = allSections.flatMap(({ fields, lists = [], fieldsOfChain }) => {
    const ofChains = fieldsOfChain ? chainNames.map(fieldsOfChain) : [];
    return [{ fields, lists }, ...ofChains].flatMap((section) => [
      ...section.fields.map(({ name }) => name),
      ...(section.lists ?? []).map(({ list }) => list),
    ]);
  });
  const settings = new Set(paths.map(settingOf).filter((path) => !inOwnLines.includes(path)));
  expect([...settings].filter((path) => settingLabel(path) === undefined)).toEqual([]);
  expect(settings).toContain('deposits.finality');
  expect(settings.size).toBeGreaterThan(40);
});

test('the administrator sets each time that customers are promised in one section', () => {
  const promisedHours = Object.keys(settingsDefaults.limits).filter((name) => name.endsWith('Hours'));
  const writtenParts = partsOf(settingsDefaults, ['times', 'support']);
  const times = [
    ...promisedHours.map((name) => `limits.${name}`),
    'deposits.choiceHours',
    ...Object.entries(writtenParts).flatMap(([part, values]) => Object.keys(values).map((name) => `${part}.${name}`)),
  ];
  const { times: home, ...otherSections } = sections;
  expect(home.fields.map(({ name }) => name).toSorted()).toEqual(times.toSorted());
  const fieldsOfOthers = Object.values<SectionSpec>(otherSections).flatMap(({ fields }) =>
    fields.map(({ name }) => name),
  );
  // In this case the customer waits for the team, not the team for a customer.
  const hours = fieldsOfOthers.filter((name) => /^(times|support)\.|Hours$/.test(name));
  expect(hours).toEqual(['fourEyes.expireHours']);
});

test('an administrator who has written no times yet can save the section that has their fields', () => {
  const unwrittenTimes = { ...settingsDefaults.times, check: '', payout: '' };
  const { times } = partsOf({ ...settingsDefaults, times: unwrittenTimes }, ['times']);
  expect(settingsInput.safeParse({ times }).error).toBeUndefined();
});

test('a field of a setting that does not exist does not compile', () => {
  const specs: FieldSpec[] = [
    { name: 'limits.kycUsd', kind: 'usd', label: 'field.kycUsd' },
    // @ts-expect-error: the limits have no such setting.
    { name: 'limits.kycEuro', kind: 'usd', label: 'field.kycUsd' },
    // @ts-expect-error: a limit is a number, and cannot be ticked.
    { name: 'limits.kycUsd', kind: 'check', label: 'field.kycUsd' },
    // @ts-expect-error: a number alone cannot be left empty, as a limit of dual approval can.
    { name: 'limits.kycUsd', kind: 'usdLimit', label: 'field.kycUsd' },
    // @ts-expect-error: the catalogue has no such text.
    { name: 'limits.kycUsd', kind: 'usd', label: 'field.kycEuro' },
    // @ts-expect-error: the catalogue has no such text.
    { name: 'limits.kycUsd', kind: 'usd', label: 'field.kycUsd', hint: 'rules.none' },
    // @ts-expect-error: a list is no field.
    { name: 'fees.tiers', kind: 'usd', label: 'fees.over' },
    // @ts-expect-error: the second of the two values has no label.
    { name: 'deposits.refundFee', kind: 'select', label: 'field.refundFee', options: { desk: 'refundFee.desk' } },
  ];
  const unknownFields: FieldSpec<'fees'>[] = [
    // @ts-expect-error: a section saves its own parts of the settings only.
    { name: 'limits.kycUsd', kind: 'usd', label: 'field.kycUsd' },
  ];
  const list: ListSpec = {
    list: 'fees.tiers',
    max: 10,
    add: 'fees.add',
    remove: 'fees.remove',
    // @ts-expect-error: a tier has a percentage too.
    empty: { overUsd: 0 },
    columns: (index) => [{ name: `fees.tiers.${index}.overUsd`, kind: 'usd', label: 'fees.over' }],
  };
  expect([specs.length, unknownFields.length, list.max]).toEqual([8, 1, 10]);
});
