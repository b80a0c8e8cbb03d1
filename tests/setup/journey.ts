import { expect, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { aDataDir, builtCommand, Program } from './program.ts';

/** An empty folder that is removed after the test. */
export async function aFolder(): Promise<string> {
  const { path, remove } = await aDataDir();
  onTestFinished(remove);
  return path;
}

/** A database that is removed after the test; from `template1` it has no tables, as before the first start. */
export async function aDatabase(template?: string): Promise<TestDatabase> {
  const database = await createTestDatabase(template);
  onTestFinished(database.drop);
  return database;
}

/** A process of the product, or of another program, that ends with the test at the latest. */
export function launch(...programArgs: ConstructorParameters<typeof Program>): Program {
  const program = new Program(...programArgs);
  onTestFinished(async () => void (await program.end()));
  return program;
}

/** Runs a program to its end; returns its exit code and its output. */
export async function runToEnd(...programArgs: ConstructorParameters<typeof Program>) {
  const program = launch(...programArgs);
  const { code } = await program.ended;
  return { code, printed: program.stdout + program.stderr };
}

/** Starts the product and returns the output of its refusal. */
export async function refusalOfStart(settings: Record<string, string>): Promise<string> {
  const program = launch(settings);
  expect([await program.ended, program.stdout]).toMatchObject([{ code: 1 }, '']);
  return program.stderr;
}

/** Runs a program of server/cli to its end. */
export const run = (settings: Record<string, string>, name: string, ...args: string[]) =>
  runToEnd(settings, builtCommand(`cli/${name}`, ...args));
