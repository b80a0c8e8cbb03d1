import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { markEnding, type FileStorage } from '../adapters/storage/storage.ts';

/**
 * The owner of the storage; written only when it is claimed or taken over, so that no late write of another gives it
 * back.
 */
const ownerShape = z.object({ installation: z.uuid() });
/** The position of its owner's database at the last write of both. */
const pulseShape = z.object({
  installation: z.uuid(),
  counter: z.number().int(),
  token: z.uuid(),
  raisedAt: z.iso.datetime(),
});

export type Pulse = z.infer<typeof pulseShape>;

/** Name of the mark; stored files have random names, so none has this one. */
const nameOf = (number: number) => `00000000-0000-0000-0000-00000000000${number}.${markEnding}`;
/** The file by which a folder of files names its owner. */
export const ownerMark = nameOf(1);
const pulseMark = nameOf(2);

/** The installation that owns this storage; null where none does, `unreadable` where the mark is not one of ours. */
export async function readOwner(storage: FileStorage): Promise<string | null> {
  const mark = await read(storage, ownerMark);
  return mark === null ? null : (parse(ownerShape, mark)?.installation ?? 'unreadable');
}

/** Writes the mark by which a storage names its owner. */
export async function writeOwner(storage: FileStorage, installation: string): Promise<void> {
  await write(storage, ownerMark, { installation });
}

/** The last write of this installation; undefined where it wrote none, or another one did. */
export async function readPulse(storage: FileStorage): Promise<Pulse | undefined> {
  const mark = await read(storage, pulseMark);
  return mark === null ? undefined : parse(pulseShape, mark);
}

/** Writes the mark of the last write of this installation. */
export async function writePulse(storage: FileStorage, pulse: Pulse): Promise<void> {
  await write(storage, pulseMark, pulse);
}

async function read(storage: FileStorage, name: string): Promise<string | null> {
  const storedObject = await storage.get(name);
  return storedObject && text(storedObject.stream);
}

async function write(storage: FileStorage, name: string, content: Pulse | z.infer<typeof ownerShape>): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(content));
  await storage.put(name, Readable.from([bytes]), bytes.length);
}

function parse<Content>(shape: z.ZodType<Content>, mark: string): Content | undefined {
  try {
    return shape.safeParse(JSON.parse(mark)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
