import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * One step of the test command.
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[]} command Program and arguments; programs of installed packages are found by name.
 * @property {string[]} [needs] Stages that must have passed before.
 * @property {string[]} [after] Stages that must have ended before, well or badly.
 * @property {number} [priority] By how much nicer it is than this program, 0 to 19: it leaves the cores to the others.
 * @property {Record<string, string>} [env] Environment variables of the program, besides the present ones.
 * @property {string} [report] Where it leaves the JSON report of vitest; without one the stage counts as one test.
 */

/** Ends a stage that hangs; a slow machine needs more than twice the usual time. */
const timeoutMs = 40 * 60_000;

/**
 * Runs as many stages side by side as there are cores, in their order: a stage that waits for a browser or a
 * database leaves its core to another. Shows the whole output of each one that fails, names every failed test once
 * more, and ends with the line "N passed, N failed" over everything.
 * @param {Stage[]} stages
 * @returns {Promise<boolean>} whether all passed
 */
export async function runStages(stages) {
  const results = new Map();
  const running = new Map();
  const waiting = [...stages];
  let free = Math.max(2, availableParallelism());

  while (waiting.length > 0 || running.size > 0) {
    const isReady = ({ needs = [], after = [] }) => [...needs, ...after].every((name) => results.has(name));
    for (const stage of waiting.filter(isReady).slice(0, free)) {
      free -= 1;
      waiting.splice(waiting.indexOf(stage), 1);
      const ended = run(stage, results).then((result) => ({ stage, result }));
      running.set(stage.name, ended);
    }
    const { stage, result } = await Promise.race(running.values());
    running.delete(stage.name);
    free += 1;
    results.set(stage.name, result);
    printResult(stage, result);
  }

  const total = (/** @type {'passed' | 'failed'} */ key) =>
    [...results.values()].reduce((sum, item) => sum + item[key], 0);
  for (const [name, { failures = [] }] of results) {
    for (const failure of failures) console.log(`failed: ${name} > ${failure}`);
  }
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') === 0;
}

async function run(stage, results) {
  const started = Date.now();
  const broken = (stage.needs ?? []).find((name) => results.get(name).failed > 0);
  if (broken) return { passed: 0, failed: 1, seconds: 0, output: `not run, because ${broken} failed` };
  const { ok, output } = await execute(stage);
  const counted = stage.report ? readReport(stage.report, started) : { passed: 0, failed: 0 };
  // A stage that ends badly although each of its tests passed is a failure of its own.
  if (!ok && counted.failed === 0) counted.failed = 1;
  if (ok && !stage.report) counted.passed = 1;
  if (ok && stage.report && counted.passed === 0)
    return { passed: 0, failed: 1, seconds: 0, output: `${output}\nno test ran` };
  return { ...counted, seconds: (Date.now() - started) / 1000, output };
}

function printResult({ name }, { passed, failed, seconds, output }) {
  if (failed > 0) console.log(`\n----- ${name} -----\n${output.trim()}\n----- end of ${name} -----\n`);
  console.log(
    `${failed > 0 ? 'FAIL' : 'ok  '} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${passed} ` +
      `passed, ${failed} failed`,
  );
}

/** Counts tests, and files that could not even be loaded. */
function readReport(path, notBefore) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { passed: 0, failed: 1 };
  }
  if (report.startTime < notBefore) return { passed: 0, failed: 1 };
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages = [] }) => {
      const reason = failureMessages.join(' ').split('\n')[0];
      return { status, text: `${basename(name)} > ${fullName}: ${reason}` };
    }),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    failures: tests.filter(({ status }) => status === 'failed').map(({ text }) => text),
  };
}

/** A group of its own, so that nothing it started outlives it. */
function execute({ command: [program, ...args], env: more = {}, priority = 0 }) {
  return new Promise((resolve) => {
    const plain = { PATH: `node_modules/.bin:${process.env.PATH}`, FORCE_COLOR: '0', NO_COLOR: '1' };
    const env = { ...process.env, ...more, ...plain };
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env });
    if (child.pid !== undefined && priority > 0) setPriority(child.pid, Math.min(19, getPriority() + priority));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const killAll = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    };
    const tooLong = setTimeout(() => {
      output += `\nstopped after ${timeoutMs / 1000} s`;
      killAll('SIGTERM');
      setTimeout(() => killAll('SIGKILL'), 15_000).unref();
    }, timeoutMs);
    const interrupted = () => {
      killAll('SIGTERM');
      process.exit(130);
    };
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    const finish = (ok) => {
      clearTimeout(tooLong);
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      killAll('SIGKILL');
      resolve({ ok, output });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}
