import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { withClient } from './client.ts';
import { startedName, templateName, urlWithDatabase } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for this run, with a migrated template inside. */
    testServerUrl: string;
    /** True if the server ends with the run. */
    isTestServerOurs: boolean;
  }
}

/** Each project loads this file separately. */
const sharedGlobal = globalThis as typeof globalThis & { testServer?: string };
const givenUrl = process.env.TEST_DATABASE_URL;

/**
 * Starts one PostgreSQL for all projects of a run (TEST_DATABASE_URL names another server to test against) and migrates
 * one template database, so that each test file gets a clone in a few milliseconds.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('isTestServerOurs', !givenUrl);
  if (sharedGlobal.testServer) {
    project.provide('testServerUrl', sharedGlobal.testServer);
    return async () => undefined;
  }
  // mkdtemp makes mode 700; reachableName copes with that for the unprivileged user.
  const dataDir = await mkdtemp(join(tmpdir(), 'landfall-test-'));
  const server = givenUrl
    ? { url: givenUrl, stop: async () => undefined }
    : await startEmbedded({ dataDir, durable: false });
  await prepare(server.url, givenUrl ? [] : cheaper(server.url));
  sharedGlobal.testServer = server.url;
  project.provide('testServerUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/**
 * Settings of a server for tests only: no background work, connections without thousands of hashes on each side, and one
 * plan of a statement for each connection, because tables of a few rows gain nothing by a plan for each value.
 */
function cheaper(url: string): string[] {
  const { username, password } = new URL(url);
  return [
    'set scram_iterations = 1',
    `alter role ${escapeIdentifier(username)} password ${escapeLiteral(decodeURIComponent(password))}`,
    'alter system set autovacuum = off',
    `alter system set checkpoint_timeout = '1d'`,
    `alter system set max_wal_size = '64GB'`,
    'alter system set bgwriter_lru_maxpages = 0',
    'alter system set plan_cache_mode = force_generic_plan',
    'select pg_reload_conf()',
  ];
}

async function prepare(url: string, statements: string[]): Promise<void> {
  await withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement);
    for (const name of [templateName, startedName]) await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${templateName}`);
  });
  await migrateDatabase(urlWithDatabase(url, templateName));
}
