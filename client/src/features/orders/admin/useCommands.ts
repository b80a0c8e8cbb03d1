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
  const target = useRef(openId);
  const rendered = useRef<Commands>({});
  const queued = useRef<CommandName>(undefined);
  useEffect(() => {
    if (target.current !== openId) queued.current = undefined;
    target.current = openId;
  }, [openId]);

  const onCommands = useCallback((offered: Commands) => {
    rendered.current = offered;
    const name = queued.current;
    if (!name || offered.id !== target.current) return;
    queued.current = undefined;
    offered[name]?.();
  }, []);
  return {
    at: () => target.current,
    aim: (id) => {
      target.current = id;
      queued.current = undefined;
    },
    onCommands,
    command: (name) => {
      if (rendered.current.id === target.current) rendered.current[name]?.();
      else queued.current = name;
    },
  };
}
