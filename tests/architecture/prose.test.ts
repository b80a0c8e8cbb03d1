import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import * as prose from './prose.ts';
import { testRule } from './rule.ts';

// The marks are joined here, as each of them would be a sentence of this file.
const [what, of, as] = ['What', 'Of', 'As'];

testRule(
  'a sentence names its subject first',
  prose.sentencesBeginPlainly,
  {
    'server/a.ts': `/** Deletes links that ended. ${what} is left is counted. */ //! begins with "${what}"
      // Released ones stay. Opening a page changes nothing.
      // ${of} a quote: its coin. //! begins with "${of}"
      // Keyed by the address. //! begins with "Keyed by"
      export const a = 'What is left';`,
    'docs/A.md': `# ${what} it is\n\nIt is read once.\n\n- ${as} a rule it is kept.\n\n| ${what} | is |\n`,
    'docs/decisions/0001-a.md': `${what} was decided.`,
  },
  [`docs/A.md begins with "${as}": ${as} a rule it is kept.`],
);

testRule('an exported function has a doc line', prose.exportedFunctionsHaveDocs, {
  'server/a.ts': `/** Sums two amounts. */
    export function sum(): void;
    export function sum(): void {}
    export const half = () => 1; //! exports half without a doc line
    // Says why, in a comment of one line.
    export async function twice() {} //! exports twice without a doc line
    export const amount = 1;
    function third() {}`,
  'server/a.test.ts': 'export const aQuote = () => 1;',
});

testRule('a doc line that says when something is true belongs to a boolean', prose.truthIsBoolean, {
  'server/a.ts': `/** True if it is open. */
    export const isOpen = (row): boolean => row.open;
    /** True for a customer. */
    export function isCustomer(actor): actor is Customer {}
    /** True if the rate has to be held. */
    export function mustHold(): HoldReason | undefined {} //! documents as true or false what is neither
    /** Locks the row. True if there is one. */
    export const lock = async (tx): Promise<boolean> => true;
    export interface Row {
      /** True where it was seen. */
      seen: boolean | null;
      /** True for a member. */
      role: string; //! documents as true or false what is neither
    }`,
});

testRule('a refusal is named by its code', prose.refusalsAreNamedByCode, {
  'server/a.ts': `/** Finds a row. Throws NotFound. */ //! says "Throws NotFound"
    export const find = () => row;
    /** Finds a row. Refuses with not_found. */
    export const lock = () => row;
    /** Opens a sale. Refuses: not_found. */ //! says "Refuses:"
    export const open = () => sale;
    /** Ends a sale. Refuses with not_found. */
    export function end(sale) { //! refuses with conflict in end, unsaid //! refuses with invalid_input in end, unsaid
      if (!sale) throw new NotFound('sale_not_found');
      if (sale.isOver) throw new Conflict('conflict', 'sale_over');
      throw wrongField('reason', 'reason_required');
    }
    /** Reads a feed. Throws FeedError. */
    export const read = () => feed;`,
});

const long = 'a customer '.repeat(10).trim();

testRule('the title of a test is one short sentence', prose.titlesAreOneSentence, {
  'server/a.test.ts': `
    test('a customer reads the rate', () => check());
    test('${long}', () => check()); //! has a title of 109 characters
    test('a rate is old; it is refused', () => check()); //! has a title of two sentences
    test.each(rows)('what %s gives', () => check()); //! has a title that begins with "What"
    describe('an amount', () => {
      test('of two units does not compile', () => check());
    });`,
});

/** Subjects of the last commits; none without git, or without its history. */
function lastSubjects(): string[] {
  if (!existsSync(join(rootDir, '.git'))) return [];
  const { status, stdout } = spawnSync('git', ['log', '-n', '30', '--format=%s'], { cwd: rootDir });
  return status === 0 ? String(stdout).trim().split('\n') : [];
}

test('a commit subject is a sentence that begins with a usual verb', () => {
  expect(prose.unusualSubjects(lastSubjects())).toEqual([]);
});

test('an unusual commit subject is found', () => {
  const unusual = [
    'update things',
    'Fix #48',
    'Fixes a rate',
    'Add a coin.',
    `Add ${'a coin '.repeat(11)}`,
    'Speed it up',
    "Merge branch 'coins'",
    `Merge ${'a coin '.repeat(11)}`,
  ];
  const usual = ['Add a coin', 'Speed up the list of orders', 'Merge faster lists of orders'];
  expect(prose.unusualSubjects([...unusual, ...usual])).toEqual(unusual);
});
