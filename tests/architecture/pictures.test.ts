import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { isPictured, picturesOf } from '#tests/screens/picture-list.ts';
import { screensOf } from '#tests/screens/screens.ts';

const own = { short: '', question: '', 'refund-due': '', 'refund-sent': '' };
const screens = screensOf({ article: '', order: '', receipt: '', own }).filter(isPictured);
/** The pictures that `npm run pictures` takes. */
const taken = screens.flatMap(picturesOf).map(({ name }) => name);
const docs = join(rootDir, 'docs');
const filesIn = (folder: string) => readdirSync(join(docs, folder)).map((file) => file.replace(/\.webp$/, ''));
const shown = [...readFileSync(join(docs, 'SCREENS.md'), 'utf8').matchAll(/src="pictures\/([^"]+)\.webp"/g)].map(
  ([, name]) => String(name),
);

test('a reader of SCREENS.md sees every screen that is pictured, once, and no other', () => {
  expect(shown.toSorted()).toEqual(taken.toSorted());
});

test('a reader of SCREENS.md meets no picture that is missing, and no file is left of a screen that is gone', () => {
  expect(filesIn('pictures').toSorted()).toEqual(taken.toSorted());
});
