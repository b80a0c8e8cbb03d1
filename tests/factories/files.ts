import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StagedFile } from '#server/http/uploads.ts';

const smallestPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWMQMgnDihiGlgQALKknAfJed/0AAAAASUVORK5CYII=',
  'base64',
);

/** A picture with unique bytes: decoders ignore everything after its end. */
export const aProof = () => Buffer.concat([smallestPng, randomBytes(12)]);

/** A picture as a form sends it. */
export const aPng = (name: string, bytes: Uint8Array = aProof()) => ({ bytes, name, type: 'image/png' });

/** The smallest thing a PDF reader opens. */
export const aPdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** Returns the temporary file of an upload in `folder` during its request. */
export async function aStagedFile(
  folder: string,
  content: Buffer,
  { type = 'application/pdf', originalName = 'proof.pdf' }: Partial<Pick<StagedFile, 'type' | 'originalName'>> = {},
): Promise<StagedFile> {
  const path = join(folder, randomUUID());
  await writeFile(path, content);
  const sentHash = createHash('sha256').update(content).digest();
  return { path, originalName, type, size: content.length, sentHash };
}
