import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { openFolder } from '#tests/setup/folder.ts';

const folders = openFolder();
const engine = pathToFileURL(join(rootDir, 'tests', 'runner.mjs')).href;

type PlantedStage = { name?: string; code?: string; needs?: string[]; after?: string[]; report?: object };

/** Runs the engine of `npm test` over planted stages; each is a line of JavaScript in a process of its own. */
async function runPlanted(...stages: PlantedStage[]): Promise<{ code: number; lines: string[] }> {
  const folder = mkdtempSync(join(folders, 'run-'));
  const runnable = stages.map(({ name = 'tests', code = '', needs, after, report: reportResult }) => {
    const path = join(folder, `${name}.json`);
    const text = JSON.stringify(JSON.stringify(reportResult ?? {}));
    const leave = reportResult
      ? `fs.writeFileSync(${JSON.stringify(path)}, ${text}.replace('"now"', Date.now()));`
      : '';
    return { name, needs, after, report: reportResult && path, command: [process.execPath, '-e', `${leave}${code}`] };
  });
  const script = join(folder, 'run.mjs');
  writeFileSync(
    script,
    `import { runStages } from ${JSON.stringify(engine)};\n` +
      `process.exitCode = (await runStages(${JSON.stringify(runnable)})) ? 0 : 1;`,
  );
  return new Promise((resolve) => {
    execFile(process.execPath, [script], (error, stdout) => {
      resolve({ code: Number(error?.code ?? 0), lines: stdout.trimEnd().split('\n') });
    });
  });
}

function report(passedCount: number, failedCount: number, unloaded = 0) {
  const testResults = Array.from({ length: unloaded }, () => ({ status: 'failed', assertionResults: [] }));
  return { startTime: 'now', numPassedTests: passedCount, numFailedTests: failedCount, testResults };
}

test('a green run ends with the sum over every stage and with 0', async () => {
  const { code, lines } = await runPlanted({ name: 'gate' }, { report: report(41, 0) });
  expect([lines.at(-1), code]).toEqual(['42 passed, 0 failed', 0]);
});

test('a failing stage is shown in full, counted, and makes the command fail', async () => {
  const { code, lines } = await runPlanted(
    { name: 'gate', code: "console.log('what went'); console.error('wrong'); process.exit(3)" },
    { code: 'process.exit(1)', report: report(5, 2, 1) },
  );
  expect(lines).toEqual(expect.arrayContaining(['what went', 'wrong']));
  expect([lines.at(-1), code]).toEqual(['5 passed, 4 failed', 1]);
});

test('a failed test is named again before the last line, where a truncated output still has it', async () => {
  const assertionResults = [
    { status: 'passed', fullName: 'a customer sells', failureMessages: [] },
    { status: 'failed', fullName: 'a customer is paid', failureMessages: ['Error: not paid\n    at here'] },
  ];
  const testResults = [{ name: '/desk/tests/sale.test.ts', status: 'failed', assertionResults }];
  const { lines } = await runPlanted({
    name: 'browser',
    code: 'process.exit(1)',
    report: { ...report(1, 1), testResults },
  });
  expect(lines.slice(-2)).toEqual([
    'failed: browser > sale.test.ts > a customer is paid: Error: not paid',
    '1 passed, 1 failed',
  ]);
});

test.each<[string, PlantedStage, string]>([
  ['ends badly although its tests passed', { code: 'process.exit(1)', report: report(3, 0) }, '3 passed, 1 failed'],
  ['runs no test at all', { report: report(0, 0) }, '0 passed, 1 failed'],
  ['leaves an old report', { report: { ...report(3, 0), startTime: 1 } }, '0 passed, 1 failed'],
])('a stage that %s has failed', async (_, stage, lastLine) => {
  const { code, lines } = await runPlanted(stage);
  expect([lines.at(-1), code]).toEqual([lastLine, 1]);
});

test('a stage that needs a failed one is not run, and is reported', async () => {
  const { lines } = await runPlanted(
    { name: 'build', code: 'process.exit(1)' },
    { name: 'browser', code: "console.log('started')", needs: ['build'] },
  );
  expect(lines).toContain('not run, because build failed');
  expect(lines).not.toContain('started');
  expect(lines.at(-1)).toBe('0 passed, 2 failed');
});

test('a stage after a failed one is still run', async () => {
  const { lines } = await runPlanted(
    { name: 'api', code: "console.log('started'); process.exit(1)", after: ['browser'] },
    { name: 'browser', code: 'process.exit(1)' },
  );
  expect(lines.findIndex((line) => line.includes('browser'))).toBeLessThan(lines.indexOf('started'));
  expect(lines.at(-1)).toBe('0 passed, 2 failed');
});
