import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';

/** What a process that logs and does this leaves on stderr, however it ends. */
function logOf(does: string): Promise<unknown[]> {
  const program = `
    const { createProcessLog } = await import('./server/lib/log.ts');
    const { logWarnings } = await import('./server/start/warnings.ts');
    const log = createProcessLog({ logLevel: 'info', instanceName: 'desk' });
    logWarnings(log);
    ${does}`;
  const tsx = ['--import', 'tsx', '--input-type=module', '--eval', program];
  return new Promise((resolve) => {
    execFile(process.execPath, tsx, { cwd: rootDir }, (_ended, _stdout, stderr) =>
      resolve(
        stderr
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      ),
    );
  });
}

test('an operator reads the warning of a library as a line of the log, with all before it, although the process is killed next', async () => {
  const lines = await logOf(`
    log.info({}, 'ready');
    process.emitWarning('sslmode will mean something else', 'FutureWarning');
    setImmediate(() => process.kill(process.pid, 'SIGKILL'));`);
  expect(lines).toMatchObject([
    { level: 30, msg: 'ready' },
    { level: 40, warning: 'FutureWarning', msg: 'sslmode will mean something else' },
  ]);
});

test('an operator reads what a process logged last before it ended', async () => {
  expect(await logOf(`log.info({}, 'stopped'); process.exit(0);`)).toMatchObject([
    { instance: 'desk', msg: 'stopped' },
  ]);
});
