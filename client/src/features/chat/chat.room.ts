import { readStored, removeStored, writeStored } from '#client/lib/storage/local-storage.ts';

export interface RoomKey {
  roomId: string;
  roomToken: string | null;
  /** Something was written in it: there is a history to show. */
  isMade?: boolean;
}

const prefix = 'landfall-chat:';
const keyOf = (userId: string | null) => `${prefix}${userId ?? 'visitor'}`;

// With storage blocked, the room lasts until the tab closes.
const inMemory = new Map<string, RoomKey>();

/** This user's room in this browser; gets a new id if missing. A visitor's room moves along at sign-in. */
export function roomKeyOf(userId: string | null): RoomKey {
  const own = read(userId);
  if (own) return own;
  const asVisitor = userId === null ? undefined : read(null);
  if (asVisitor) {
    removeStored(keyOf(null));
    inMemory.delete(keyOf(null));
  }
  const room = asVisitor ?? { roomId: `room_${Date.now()}${crypto.randomUUID().slice(0, 13)}`, roomToken: null };
  storeRoom(userId, room);
  return room;
}

export function storeRoom(userId: string | null, room: RoomKey): void {
  inMemory.set(keyOf(userId), room);
  writeStored(keyOf(userId), JSON.stringify(room));
}

function read(userId: string | null): RoomKey | undefined {
  try {
    const value: unknown = JSON.parse(readStored(keyOf(userId)) ?? 'null');
    if (typeof value !== 'object' || value === null || !('roomId' in value)) return inMemory.get(keyOf(userId));
    const { roomId } = value;
    if (typeof roomId !== 'string') return undefined;
    const roomToken = 'roomToken' in value && typeof value.roomToken === 'string' ? value.roomToken : null;
    return { roomId, roomToken, isMade: 'isMade' in value && value.isMade === true };
  } catch {
    return undefined; // Written by something else: a new room costs nothing.
  }
}
