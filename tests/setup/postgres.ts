import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { templateName, urlWithDatabase } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for this run, with a migrated template inside. */
    testServerUrl: string;
  }
}

/**
 * Brings up one PostgreSQL for the whole run (TEST_DATABASE_URL names another server to test against) and migrates
 * one template database, so that each test file gets a clone in a few milliseconds.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  // mkdtemp makes 700; reachableName copes with that for the unprivileged user.
  const dataDir = await mkdtemp(join(tmpdir(), 'landfall-test-'));
  const server = given ? { url: given, stop: async () => undefined } : await startEmbedded({ dataDir, durable: false });
  await makeTemplate(server.url);
  project.provide('testServerUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function makeTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`drop database if exists ${templateName} with (force)`);
  await client.query(`create database ${templateName}`);
  await client.end();
  await migrateDatabase(urlWithDatabase(url, templateName));
}
