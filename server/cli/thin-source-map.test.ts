import { SourceMap, type SourceMapPayload } from 'node:module';
import { transform } from 'esbuild';
import { expect, test } from 'vitest';

const { thinMappings } = (await import(new URL('thin-source-map.mjs', import.meta.url).href)) as {
  thinMappings: (mappings: string) => string;
};

const source = Array.from(
  { length: 40 },
  (_, n) => `export const f${n} = (a, b) =>\n  a * ${n} + b.map((c) => c - a);`,
).join('\n');

test('a stack from the thinned source map names the same lines', async () => {
  const { code, map } = await transform(source, { minifyWhitespace: true, sourcemap: 'external', sourcefile: 'a.js' });
  const fullMap = JSON.parse(map) as SourceMapPayload;
  const thin = { ...fullMap, mappings: thinMappings(fullMap.mappings) };
  const lineAt = (payload: SourceMapPayload, column: number) => {
    const entry = new SourceMap(payload).findEntry(0, column);
    return 'originalLine' in entry ? entry.originalLine : undefined;
  };
  const columns = Array.from({ length: code.indexOf('\n') }, (_, column) => column);
  const lines = columns.map((column) => lineAt(thin, column));
  expect(new Set(lines).size).toBe(source.split('\n').length);
  expect(lines).toEqual(columns.map((column) => lineAt(fullMap, column)));
  const countOf = ({ mappings }: SourceMapPayload) => mappings.split(/[,;]/).filter(Boolean).length;
  expect(countOf(thin)).toBeLessThanOrEqual(source.split('\n').length + code.split('\n').length);
  expect(countOf(fullMap)).toBeGreaterThan(4 * countOf(thin));
});
