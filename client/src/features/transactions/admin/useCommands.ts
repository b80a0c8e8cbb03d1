import { useCallback, useEffect, useRef } from 'react';

/** What single keys of the queue do to the open order. */
export type Commands = Partial<Record<'start' | 'approve' | 'reject' | 'nextFile', () => void>> & { id?: string };

type CommandName = Exclude<keyof Commands, 'id'>;

interface CommandKeys {
  /** The order the keys have led to, which is ahead of what is drawn while the machine is busy. */
  at: () => string | undefined;
  aim: (id: string) => void;
  /** For the drawn order: what can be done to it now. */
  onCommands: (offered: Commands) => void;
  /** Does it to the order the keys have led to, at once or as soon as that one is drawn: never to the one before. */
  command: (name: CommandName) => void;
}

/** Leads single keys to the order they are meant for, however far the drawing is behind. */
export function useCommands(openId: string | undefined): CommandKeys {
  const aimed = useRef(openId);
  const drawn = useRef<Commands>({});
  const held = useRef<CommandName>(undefined);
  useEffect(() => {
    if (aimed.current !== openId) held.current = undefined;
    aimed.current = openId;
  }, [openId]);

  const onCommands = useCallback((offered: Commands) => {
    drawn.current = offered;
    const name = held.current;
    if (!name || offered.id !== aimed.current) return;
    held.current = undefined;
    offered[name]?.();
  }, []);
  return {
    at: () => aimed.current,
    aim: (id) => {
      aimed.current = id;
      held.current = undefined;
    },
    onCommands,
    command: (name) => {
      if (drawn.current.id === aimed.current) drawn.current[name]?.();
      else held.current = name;
    },
  };
}
