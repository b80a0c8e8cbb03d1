import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** An empty folder for one test file, removed with it. */
export function openFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'landfall-test-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
