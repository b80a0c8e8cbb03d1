import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { errorOf } from '#server/lib/safe-error.ts';
import { maxFileBytes } from '#shared/files/files.rules.ts';
import type { FilePart, FormShape } from '#shared/kernel/endpoint.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import type { Reason } from '#shared/kernel/reason.ts';
import { megabyteBytes } from '#shared/reference/units-of-size.ts';
import { Invalid, Refusal, TooLarge, UnsupportedType } from '../lib/refusal.ts';
import { refuseGone } from './request.ts';

const unjudged = 'application/octet-stream';
export type StagedType = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf' | typeof unjudged;

/** A file that arrived with the request: on disk for as long as the request lasts, not trusted beyond its type. */
export type StagedFile = {
  path: string;
  /** The sender's name of the file: NFC text without control characters, never part of a path. */
  originalName: string;
  /** In bytes. */
  size: number;
  /** Media type by the content. Statements have none: their reader judges them, and they are never stored as files. */
  type: StagedType;
  /** SHA-256 of the bytes as sent. */
  sentHash: Buffer;
};

export type ReceivedForm = { fields: Record<string, unknown>; files: Record<string, StagedFile[]> };

/** Enough of a file to detect its type. */
const headBytes = 4100;

const acceptedTypes: Record<FilePart['accept'], { types: readonly StagedType[]; reason: Reason }> = {
  image: { types: ['image/jpeg', 'image/png', 'image/webp'], reason: 'type_not_image' },
  imageOrPdf: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
    reason: 'type_not_document',
  },
  screenshot: { types: ['image/jpeg', 'image/png'], reason: 'type_not_screenshot' },
  document: {
    types: ['image/jpeg', 'image/png', 'application/pdf'],
    reason: 'type_not_image_or_pdf',
  },
  statement: { types: [unjudged], reason: 'type_not_document' },
};

/** Fields that multer and the engine below leave on a request. */
type MulterRequest = IncomingMessage & {
  body: Record<string, unknown>;
  files?: Record<string, (Express.Multer.File & StagedPart)[]>;
};
type StagedPart = { path: string; size: number; sentHash: Buffer; type: StagedType };

/**
 * Makes the reader of one endpoint's multipart form. Files go to `folderOf(request)`, which the caller makes and
 * removes; text fields come flat and unparsed. Refuses with invalid_input, file_too_large, file_type, or the disk's
 * error.
 */
export function formReader({ files }: FormShape, folderOf: (request: IncomingMessage) => string) {
  const parts = Object.entries(files).map(([name, { maxCount }]) => ({ name, maxCount }));
  const fileCount = parts.reduce((sum, { maxCount }) => sum + maxCount, 0);
  const receiveUpload = multer({
    storage: stagingEngine(files, folderOf),
    // Without it names are read as latin1: "é" would arrive as "Ã©".
    defParamCharset: 'utf8',
    limits: {
      fileSize: maxFileBytes,
      files: fileCount,
      fields: 40,
      fieldSize: 64 * 1024,
      fieldNameSize: 100,
      fieldNestingDepth: 0,
      headerPairs: 20,
    },
  }).fields(parts);

  return async (request: IncomingMessage, response: ServerResponse): Promise<ReceivedForm> => {
    if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) {
      throw new UnsupportedType('unsupported_media_type', 'form_not_multipart');
    }
    refuseGone(request);
    await new Promise<void>((resolve, reject) => {
      // multer waits for the rest of a refused form before it calls back, so that the sender can read the answer.
      void receiveUpload(request as Request, response as Response, (error?: unknown) => {
        if (error === undefined || error === null) resolve();
        else reject(formRefusal(errorOf(error), files));
      });
    });
    // The parser has added them.
    const { body, files: uploadedFiles = {} } = request as MulterRequest;
    return {
      fields: { ...body },
      files: Object.fromEntries(parts.map(({ name }) => [name, (uploadedFiles[name] ?? []).map(stagedFile)])),
    };
  };
}

function stagedFile({ path, originalname, size, type, sentHash }: Express.Multer.File & StagedPart): StagedFile {
  return { path, originalName: plainName(originalname), size, type, sentHash };
}

/** Writes a file under a number of its own while hashing it; the sender's name plays no part. */
function stagingEngine(files: FormShape['files'], folderOf: (request: IncomingMessage) => string): StorageEngine {
  let count = 0;
  const stage = async (request: Request, file: Express.Multer.File): Promise<StagedPart> => {
    const path = join(folderOf(request), String(++count));
    const hash = createHash('sha256');
    const head: Buffer[] = [];
    let size = 0;
    await pipeline(
      file.stream,
      async function* hashed(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          if (size < headBytes) head.push(chunk.subarray(0, headBytes));
          size += chunk.length;
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
    return { path, size, sentHash: hash.digest(), type: await typeOf(Buffer.concat(head), file.fieldname, files) };
  };
  return {
    _handleFile: callbackify(stage),
    _removeFile: callbackify((_request: Request, { path }: Express.Multer.File) => rm(path, { force: true })),
  };
}

/** The type detected in the content, if the field accepts it: neither the name nor the declared type matters. */
async function typeOf(head: Buffer, field: string, files: FormShape['files']): Promise<StagedType> {
  const { types, reason } = acceptedTypes[files[field]?.accept ?? 'image'];
  if (types.includes(unjudged)) return unjudged;
  // The first upload loads it: it knows hundreds of formats, and a process may live without one.
  const { fileTypeFromBuffer } = await import('file-type');
  const fileType = await fileTypeFromBuffer(head);
  const type = types.find((item) => item === fileType?.mime);
  if (!type) throw new UnsupportedType('file_type', reason, { fields: { [field]: reason } });
  return type;
}

/** Returns the part of a name that is shown: NFC, one line, no folders, at most 200 characters. */
export function plainName(name: string): string {
  const baseName = name.split(/[\\/]/).at(-1) ?? '';
  const shownPath = baseName
    .normalize('NFC')
    // Control characters, and marks that make text run backwards so that "gpj.exe" reads as "exe.jpg".
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\ud800-\udfff]/gu, '')
    .trim();
  return Array.from(shownPath).slice(0, 200).join('') || 'file';
}

function formRefusal(error: Error, files: FormShape['files']): Error {
  if (error instanceof Refusal || hasErrno(error)) return error;
  if (!(error instanceof MulterError)) return new Invalid('invalid_input', 'form_unreadable');
  const { code, field = 'form' } = error;
  if (code === 'LIMIT_FILE_SIZE') {
    const tooLarge = reasonWith('file_too_large', { max: maxFileBytes / megabyteBytes });
    return new TooLarge('file_too_large', tooLarge, { fields: { [field]: tooLarge } });
  }
  const isOverFileCount =
    code === 'LIMIT_FILE_COUNT' || (code === 'LIMIT_UNEXPECTED_FILE' && Object.hasOwn(files, field));
  const reason = isOverFileCount ? 'too_many_files' : 'form_unreadable';
  return new Invalid('invalid_input', reason, { fields: { [field]: reason } });
}

/** A failure of the disk, not of the form. */
const hasErrno = (error: Error): boolean => 'errno' in error && typeof error.errno === 'number';

/** Makes the folder, runs `work` and removes it however `work` ends; the files feature sweeps after a crash. */
export async function withStaging<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  // Other users of this machine must not read uploads.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work();
  } finally {
    // A sender who hung up may leave a file that is just being opened: the folder is then not empty at once.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
