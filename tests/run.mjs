// npm test: every check and every test in one command. With names, e.g. `node tests/run.mjs unit architecture`, only
// those stages and what they need.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryFolder } from './memory-folder.mjs';
import { runStages } from './runner.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const output = join(root, 'tests', '.output');
process.chdir(root);
mkdirSync(output, { recursive: true });

const vitest = (/** @type {string} */ name, ...projects) => {
  const report = join(output, `${name}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { name, command: ['vitest', 'run', ...chosen, ...reporters], report };
};

/**
 * Both type checkers are written in Go. Two workers check the same types twice, and little memory means much garbage
 * collection: these settings halve the CPU time (decision 0057).
 */
const sparing = { GOGC: '400', GOMAXPROCS: '1' };

/** Runs next to the browser, and leaves it the cores: tests that wait for a screen have time limits. */
const behind = { priority: 10 };

/**
 * In the order in which they start. The browser comes first, and beside it what waits for nobody. The api stage comes
 * after it, because its databases keep both cores busy.
 * @type {import('./runner.mjs').Stage[]}
 */
const stages = [
  { name: 'build', command: ['node', 'server/cli/build.mjs'] },
  { ...vitest('e2e', 'e2e'), needs: ['build'] },
  { name: 'typecheck', command: ['tsc', '-b', '--checkers', '1'], env: { GOGC: '400' }, ...behind },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings', '--threads=1'], env: sparing, ...behind },
  { ...vitest('architecture', 'architecture'), ...behind },
  { name: 'unused', command: ['knip', '--no-progress'], ...behind },
  { name: 'format', command: ['oxfmt', '--check'], ...behind },
  { ...vitest('unit', 'unit', 'components'), ...behind },
  { ...vitest('api', 'api', 'journeys'), needs: ['build'], after: ['e2e'] },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(`No such stage: ${unknown.join(', ')}. There are ${stages.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const needed = new Set(wanted.flatMap((name) => [name, ...(stages.find((stage) => stage.name === name)?.needs ?? [])]));
const chosen = stages.filter(({ name }) => wanted.length === 0 || needed.has(name));
const folder = memoryFolder();
if (folder) process.env.TMPDIR = folder;
process.exitCode = (await runStages(chosen)) ? 0 : 1;
