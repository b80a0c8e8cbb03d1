import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';

const program = `
  const { createLog } = await import('./server/lib/log.ts');
  const { logWarnings } = await import('./server/start/warnings.ts');
  logWarnings(createLog('info'));
  process.emitWarning('sslmode will mean something else', 'FutureWarning');
`;

test('an operator reads the warning of a library as a line of the log, and nothing else beside it', async () => {
  const tsx = join(rootDir, 'node_modules', '.bin', 'tsx');
  const { stderr } = await promisify(execFile)(tsx, ['--input-type=module', '--eval', program], { cwd: rootDir });
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    warning: 'FutureWarning',
    msg: 'sslmode will mean something else',
  });
});
