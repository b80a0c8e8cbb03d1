import { createSecretKey } from 'node:crypto';
import { extname } from 'node:path';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { isStoredName, type FileStorage } from '#server/adapters/storage/storage.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import type { Actor, Sessions } from '#server/http/guards/actor.ts';
import { assertPermission, setupRequired } from '#server/http/guards/guard.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { deriveKey } from '#server/lib/keys.ts';
import { Forbidden, NotFound, SignedOut } from '#server/lib/refusal.ts';
import { pictureAccess } from '#shared/files/files.contract.ts';
import { fullSizeDays } from '#shared/files/files.rules.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { chooseCaseFile, findCustomer, findFile, type FilePurpose, type FileRow } from './files.queries.ts';

export type FileAccessDeps = {
  db: Db;
  inTx: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  storage: FileStorage;
  sessions: Pick<Sessions, 'authenticate' | 'rightsOfUser'>;
  fileLinks: FileLinks;
};

type Viewer = Pick<Actor, 'userId' | 'role' | 'may'> & { byLink: boolean };
type FileRequest = {
  filename: string;
  actor: Actor | null;
  token?: string;
  asDownload: boolean;
  /** The full size of the picture, if the shown one is smaller. */
  isFull: boolean;
  requestId: string;
};

/**
 * The bytes of a file for its owner or a permitted member; Who sees a picture sees its full size. Refuses with
 * not_found, for another user's too.
 */
export async function openFile(deps: FileAccessDeps, request: FileRequest): Promise<FileAnswer> {
  const { filename, requestId } = request;
  // The name is looked up whole; nothing a caller writes ever becomes part of a path.
  const row = isStoredName(filename) ? await findFile(deps.db, { filename }) : undefined;
  const viewer = await viewerOf(deps, request);
  if (!row || !maySee(viewer, row)) throw new NotFound('file_not_found');
  const name = storedNameOf(row, request.isFull);
  await recordView(deps, viewer, row, requestId);
  return answer(deps, row, { ...request, filename: name }, viewer);
}

/** Returns the name of the bytes. Refuses with not_found without a full size. */
function storedNameOf({ filename, fullFilename, fullDeletedAt }: FileRow, isFull: boolean): string {
  if (!isFull) return filename;
  if (fullFilename === null)
    throw new NotFound(fullDeletedAt ? reasonWith('full_size_not_found', { days: fullSizeDays }) : 'file_not_found');
  return fullFilename;
}

/**
 * A link to this one file, valid for 60 seconds, so that no session token appears in a URL. Refuses with not_found as
 * `openFile` does.
 */
export async function createLink({ db, fileLinks }: FileAccessDeps, actor: Actor, filename: string, isFull: boolean) {
  const row = isStoredName(filename) ? await findFile(db, { filename }) : undefined;
  if (!row || !maySee({ ...actor, byLink: false }, row)) throw new NotFound('file_not_found');
  storedNameOf(row, isFull);
  const link = signLink(fileLinks, actor, filename);
  return isFull ? { ...link, url: `${link.url}&full=1` } : link;
}

/**
 * Makes a link with a reason for a member who needs one; one who answers customers gets one picture of an order.
 * Refuses with not_found, not_permitted, and forbidden for a second picture.
 */
export async function createCaseLink(deps: FileAccessDeps, actor: Actor, filename: string, reason: string) {
  const row = isStoredName(filename) ? await findFile(deps.db, { filename }) : undefined;
  const orderId = row && isPicture(row) ? row.orderId : null;
  if (!row || orderId === null) throw new NotFound('file_not_found');
  const { id, purpose, ownerId } = row;
  const access = pictureAccess(actor.may);
  if (access === 'none') assertPermission(actor, permissionOf[purpose]);
  await deps.inTx(async (tx) => {
    if (access === 'onePerOrder') {
      const chosenFile = await chooseCaseFile(tx, { orderId, memberId: actor.userId, fileId: id });
      if (chosenFile !== id) throw new Forbidden('forbidden', 'case_picture_used');
    }
    // The customer of the order: the owner of a file is the user who sent it.
    const customer = await findCustomer(tx, { orderId });
    const details = { purpose, ownerId, orderId, reason: customer && textAbout(customer.userId, reason) };
    await recordAudit(tx, actor, 'file.opened_for_case', { type: 'file', id }, details);
  });
  return signLink(deps.fileLinks, actor, filename);
}

function signLink(fileLinks: FileLinks, actor: Actor, filename: string) {
  const { token, expiresAt } = fileLinks.sign(filename, actor.userId);
  return { url: `/api/files/${filename}?token=${token}`, token, expiresAt: expiresAt.toISOString() };
}

async function viewerOf({ sessions, fileLinks }: FileAccessDeps, request: FileRequest): Promise<Viewer> {
  const { actor, token, filename } = request;
  const link = token === undefined ? undefined : fileLinks.read(token, filename);
  if (actor) return { ...actor, byLink: link?.userId === actor.userId };
  if (token === undefined) throw new SignedOut('session_missing');
  const linked = link && (await sessions.rightsOfUser(link.userId));
  if (link && linked) return { ...link, ...linked, byLink: true };
  const signedInActor = link ? null : await sessions.authenticate(token);
  if (!signedInActor) throw new SignedOut('file_link_expired');
  if (signedInActor.isSettingUp) throw setupRequired();
  return { ...signedInActor, byLink: false };
}

/** Pictures of payments and payouts show whole accounts, which other answers may mask. */
function isPicture({ purpose }: Pick<FileRow, 'purpose'>): boolean {
  return purpose === 'payment_proof' || purpose === 'payout_screenshot';
}

/** Permission that a member needs to see other users' files. */
const permissionOf: Record<FilePurpose, Permission> = {
  payment_proof: 'orders.decide',
  payout_screenshot: 'orders.decide',
  kyc: 'files.identity',
  avatar: 'users.read',
  blog: 'content.write',
  chat: 'chat.answer',
  chat_document: 'chat.answer',
};

/** Refuses with forbidden where a member's role excludes such files, or a reason is missing (see createCaseLink). */
function maySee(viewer: Viewer, { ownerId, purpose }: FileRow): boolean {
  if (ownerId === viewer.userId) return true;
  if (viewer.role === 'customer') return false;
  const access = isPicture({ purpose }) ? pictureAccess(viewer.may) : undefined;
  if (access === 'all') return true;
  if (access === 'onePerOrder' || access === 'forReason') {
    if (!viewer.byLink) throw new Forbidden('forbidden', 'view_reason_required');
    return true;
  }
  assertPermission(viewer, permissionOf[purpose]);
  return true;
}

/** Audits file views: a member's of all files but the operator's own, any user's of identity documents. */
async function recordView(
  { inTx }: FileAccessDeps,
  { userId, role }: Viewer,
  { id, purpose, ownerId, orderId }: FileRow,
  requestId: string,
): Promise<void> {
  if ((role === 'customer' && purpose !== 'kyc') || purpose === 'blog') return;
  const details = { purpose, ownerId, orderId };
  await inTx((tx) => recordAudit(tx, { userId, role, requestId }, 'file.viewed', { type: 'file', id }, details));
}

async function answer(
  { storage }: FileAccessDeps,
  { type, originalName }: FileRow,
  { filename, asDownload }: Pick<FileRequest, 'filename' | 'asDownload'>,
  { byLink }: Pick<Viewer, 'byLink'>,
): Promise<FileAnswer> {
  const storedObject = await storage.get(filename);
  if (!storedObject) throw new Error('A file row has lost its bytes.');
  // A PDF can run scripts, so it is shown only if a screen of ours asked for it by a link.
  const inline = !asDownload && (type !== 'application/pdf' || byLink);
  return { ...storedObject, type, downloadName: downloadNameOf(originalName, filename), inline };
}

/**
 * The name of the file as it was sent, with the ending of its real type: a picture that was sent as page.html is not
 * saved as a page.
 */
function downloadNameOf(originalName: string, filename: string): string {
  const extension = extname(filename);
  const isFitting = extension === '.jpg' ? /\.jpe?g$/i : new RegExp(`\\${extension}$`, 'i');
  if (!originalName || isFitting.test(originalName)) return originalName || filename;
  return `${originalName}${extension}`;
}

export type FileLinks = {
  /** A token that opens this one file for this user for 60 seconds. */
  sign: (filename: string, userId: Id<'user'>) => { token: string; expiresAt: Date };
  /** The user of a live link to this very file; undefined for any other token. */
  read: (token: string, filename: string) => { userId: Id<'user'> } | undefined;
};

const audience = 'file';
const issuer = 'landfall';
const livesSeconds = 60;
const claims = z.object({ sub: z.uuid(), file: z.string() });

/** Link tokens have a key of their own: none can pass as a session, and no session as a link. */
export function createFileLinks(jwtSecret: string, now: () => Date): FileLinks {
  const key = createSecretKey(deriveKey(jwtSecret, 'file link'));
  const seconds = () => Math.floor(now().getTime() / 1000);
  return {
    sign: (file, userId) => {
      const iat = seconds();
      const exp = iat + livesSeconds;
      const token = jwt.sign({ file, iat, exp }, key, { algorithm: 'HS256', audience, issuer, subject: userId });
      return { token, expiresAt: new Date(exp * 1000) };
    },
    read: (token, filename) => {
      try {
        const options = { algorithms: ['HS256' as const], audience, issuer, clockTimestamp: seconds() };
        const { sub, file } = claims.parse(jwt.verify(token, key, options));
        return file === filename ? { userId: sub } : undefined;
      } catch (error) {
        const isMalformed = error instanceof SyntaxError || error instanceof TypeError || error instanceof z.ZodError;
        if (error instanceof jwt.JsonWebTokenError || isMalformed) return undefined;
        throw error;
      }
    },
  };
}
