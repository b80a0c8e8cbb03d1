import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { openFolder } from '#tests/setup/folder.ts';

// The tools of the test command get planted violations too: a tool that reads no file always passes.
const folders = openFolder();
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(folders, 'planted-'));
  symlinkSync(join(rootDir, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['tsconfig.base.json', '.oxlintrc.json', '.oxfmtrc.json', 'knip.json', 'package.json']) {
    cpSync(join(rootDir, name), join(folder, name));
  }
});

function plantFiles(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The output of the tool, and whether it exited with 0. */
async function run(tool: string, ...args: string[]): Promise<{ ok: boolean; output: string }> {
  const program = join(rootDir, 'node_modules', '.bin', tool);
  return new Promise((resolve) => {
    execFile(program, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } }, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}` });
    });
  });
}

test('the linter finds each of these violations', async () => {
  const [onlyWord, skipWord, noCheckWord] = ['on-ly', 'sk-ip', 'no-check'].map((word) => word.replace('-', ''));
  const useId = "import { useId } from 'react';\n";
  const violations: [rule: string, path: string, text: string][] = [
    ['no-explicit-any', 'any.ts', 'export const a = (b: any) => typeof b;'],
    ['no-floating-promises', 'floating.ts', 'export function a() {\n  Promise.resolve(1);\n}'],
    ['ban-ts-comment', 'comment.ts', `// @ts-${noCheckWord}\nexport const a = 1;`],
    ['no-default-export', 'default.ts', 'export default 1;'],
    ['no-cycle', 'one.ts', "import { two } from './two.ts';\nexport const one = (): unknown => two();"],
    ['no-cycle', 'two.ts', "import type { one } from './one.ts';\nexport const two = (a: typeof one): unknown => a();"],
    ['max-lines-per-function', 'function.ts', `export function a(b: number[]) {\n${'  b.push(1);\n'.repeat(71)}}`],
    ['max-lines)', 'file.ts', `export const a = [\n${'  1,\n'.repeat(300)}];`],
    ['no-console', 'console.ts', "console.log('a');"],
    ['no-non-null-assertion', 'bang.ts', 'export const a = (b?: string) => b!.length;'],
    ['no-focused-tests', 'alone.test.ts', `import { test } from 'vitest';\ntest.${onlyWord}('a', () => undefined);`],
    ['no-disabled-tests', 'out.test.ts', `import { test } from 'vitest';\ntest.${skipWord}('a', () => undefined);`],
    ['alt-text', 'Picture.tsx', 'export const Picture = () => <img src="/a.png" />;'],
    ['rules-of-hooks', 'Hook.tsx', `${useId}export const Hook = (p: { a: boolean }) => (p.a ? useId() : '');`],
  ];
  plantFiles({
    'tsconfig.json': JSON.stringify({ extends: './tsconfig.base.json', include: ['planted'] }),
    ...Object.fromEntries(violations.map(([, path, text]) => [`planted/${path}`, text])),
  });
  const { ok, output } = await run('oxlint', '--type-aware', '--deny-warnings', '--format=unix', 'planted');
  const reportedViolations = violations.filter(([rule, path]) =>
    output.split('\n').some((line) => line.includes(path) && `${line})`.includes(rule)),
  );
  expect(reportedViolations).toEqual(violations);
  expect(ok).toBe(false);
});

test('the compiler limits each side to its own libraries', async () => {
  const violations: [path: string, text: string, complaint: string][] = [
    ['shared/page.ts', 'export const title = document.title;', "Cannot find name 'document'"],
    ['shared/files.ts', "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;", "'node:fs'"],
    ['server/page.ts', 'export const title = document.title;', "Cannot find name 'document'"],
    ['server/first.ts', 'export const first = [1][0] + 1;', 'possibly'],
    ['client/src/home.ts', "export const home = process.env['HOME'];", "Cannot find name 'process'"],
  ];
  for (const side of ['shared', 'server', 'client']) {
    cpSync(join(rootDir, side, 'tsconfig.json'), join(folder, side, 'tsconfig.json'), { recursive: true });
  }
  plantFiles(Object.fromEntries(violations.map(([path, text]) => [path, text])));
  const { ok, output } = await run('tsc', '-b', 'shared', 'server', 'client', '--pretty', 'false');
  const lines = output.split('\n');
  const isFound = ([path, , complaint]: (typeof violations)[number]) =>
    lines.some((line) => line.startsWith(path) && line.includes(complaint));
  expect(violations.filter(isFound)).toEqual(violations);
  expect(ok).toBe(false);
});

test('the formatter finds a file that is not formatted, and one whose imports are not sorted', async () => {
  plantFiles({
    'server/a.ts': 'export const a   = "b"',
    'server/b.ts': "import { b } from './b.ts';\nimport { join } from 'node:path';\n\nexport const c = join(b);\n",
    'server/c.ts': 'export const c = 1;\n',
  });
  const { ok, output } = await run('oxfmt', '--check', 'server');
  expect(output.match(/server\/\w\.ts/g)).toEqual(['server/a.ts', 'server/b.ts']);
  expect(ok).toBe(false);
});

test('the search for unused code finds files, exports and packages', async () => {
  plantFiles({
    'package.json': JSON.stringify({ name: 'planted', type: 'module', dependencies: { 'left-over': '1.0.0' } }),
    'server/main.ts': "import { used } from './part.ts';\nused();",
    'server/part.ts': 'export const used = () => 1;\nexport const forgotten = 2;',
    'server/lost.ts': 'export const lost = 1;',
  });
  const { ok, output } = await run('knip', '--no-progress');
  expect(output).toContain('server/lost.ts');
  expect(output).toContain('forgotten');
  expect(output).toContain('left-over');
  expect(ok).toBe(false);
});

test('the screen crawl and the pictures start without a build of the client', async () => {
  const modules = ['app/routes.ts', 'app/admin/places.ts'].map((path) => join(rootDir, 'client', 'src', path));
  const imports = modules.map((path) => `import(${JSON.stringify(path)})`).join(', ');
  const { ok, output } = await run('tsx', '--eval', `Promise.all([${imports}]).then(() => console.log('read'))`);
  expect({ ok, output: output.trim() }).toEqual({ ok: true, output: 'read' });
});
