import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const postgres = './tests/setup/postgres.ts';
const auditKey = './tests/setup/audit-key.ts';

/**
 * The journeys first, every screen, and the day of 200 orders: the longest at the end would leave the other worker
 * without work.
 */
class JourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ project, moduleId }: TestSpecification) =>
      project.name === 'journeys' || /every-screen|day-of-five/.test(moduleId);
    const rank = (file: TestSpecification) => (isLong(file) ? 0 : 1);
    // oxlint-disable-next-line unicorn/no-array-sort -- not of an array
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/**
 * `unit` needs nothing, `components` renders screens; `api` and `journeys` get a real PostgreSQL; `architecture` parses
 * the source; `e2e` drives the build in a browser.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // Screens and answers live for one test: a larger young generation collects them at less cost.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Generous, because all stages share the machine.
    expect: { poll: { timeout: 90_000 } },
    // Modules are loaded once per worker, not once per file (decision 0031): global state must be harmless to share.
    isolate: false,
    sequence: { sequencer: JourneysFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: ['shared/**/*.test.ts', 'client/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['client/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: './tests/setup/empty-document.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['server/**/*.test.ts'],
          globalSetup: postgres,
          setupFiles: auditKey,
        },
      },
      {
        extends: true,
        test: {
          name: 'architecture',
          include: ['tests/architecture/**/*.test.ts'],
          // Compilers and linters read the whole tree, behind the browser.
          testTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          // Whole processes are started and stopped, some of them twice.
          testTimeout: 180_000,
          globalSetup: [postgres, './tests/setup/build.ts'],
          setupFiles: auditKey,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: './tests/e2e/harness/setup.ts',
          // A journey that hangs is ended by what it waits for; here only an endless one is.
          testTimeout: 300_000 * Math.max(1, Number(process.env.SLOW_PAGES ?? 1)),
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
