import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateApi } from 'swagger-typescript-api';
import { describe, expect, test } from 'vitest';
import { endpointsByFeature } from '#shared/api.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { examples } from './openapi.examples.ts';
import { describeApi } from './openapi.ts';

const folder = openFolder();
type Operation = { operationId: string };
const description = describeApi('https://landfall.example') as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
const endpoints = endpointsByFeature.flatMap((feature) => feature.endpoints);

describe('the programmer of a client', () => {
  test('finds each call under its own name', () => {
    const operations = Object.values(description.paths).flatMap((byMethod) => Object.values(byMethod));
    const names = operations.map(({ operationId }) => operationId);
    expect(names).toHaveLength(endpoints.length);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('approveRefund');
  });

  test('finds shared schemas under their names, and no unused name', () => {
    const { schemas } = description.components;
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Error', 'OwnOrder', 'Payout', 'Refund', 'Approval']));
    const namedSchemas = [...JSON.stringify(description).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(new Set(namedSchemas)).toEqual(new Set(Object.keys(schemas)));
    expect(JSON.stringify(description)).not.toContain('$defs');
  });

  test('copies an example that the contract accepts', () => {
    const invalidExamples = Object.entries(examples).filter(([call, example]) => {
      const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === call);
      return !(endpoint?.form?.fields ?? endpoint?.body)?.safeParse(example).success;
    });
    expect(invalidExamples).toEqual([]);
  });

  test('generates a client that compiles', async () => {
    const spec = description as never;
    const { files } = await generateApi({ spec, output: false, silent: true, httpClientType: 'fetch' });
    const path = join(folder, 'client.ts');
    await writeFile(path, files[0]?.fileContent ?? '');
    const compiler = join(import.meta.dirname, '../../../node_modules/.bin/tsc');
    const strict = ['--noEmit', '--strict', '--ignoreConfig', '--target', 'es2022', '--lib', 'es2022,dom'];
    const { stdout } = await promisify(execFile)(compiler, [...strict, path]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });
});
