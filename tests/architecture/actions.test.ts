import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { featuresWithActions } from '#tests/setup/action-matrix.ts';

const server = join(import.meta.dirname, '../../server');
const matrices = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.matrix.test.ts'),
);

test('every feature that declares actions tries each of them as everybody', () => {
  const texts = matrices.map((name) => readFileSync(join(server, name), 'utf8'));
  const tried = featuresWithActions.filter((feature) =>
    texts.some((text) => text.includes(`tryActions(testbed, '${feature}'`)),
  );
  expect(tried).toEqual(featuresWithActions);
  expect(tried).not.toEqual([]);
});
