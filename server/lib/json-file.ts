import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Reads a file of JSON that a schema describes. Throws where it is missing or different. */
export const readJsonFile = <Value>(path: string, schema: z.ZodType<Value>): Value =>
  schema.parse(JSON.parse(readFileSync(path, 'utf8')));
