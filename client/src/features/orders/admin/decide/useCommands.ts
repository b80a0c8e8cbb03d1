import { useCallback, useEffect, useRef } from 'react';

/** The buttons that copy the compared values, so that a key can press them: each button confirms its copy. */
export const copyIds = { address: 'copy-deposit-address', hash: 'copy-transaction-hash' } as const;

/** The functions behind the single keys of the queue, for the open order. */
export type Commands = Partial<
  Record<'start' | 'approve' | 'payout' | 'reject' | 'nextFile' | 'copyAddress' | 'copyHash', () => void>
> & { id?: string };

type CommandName = Exclude<keyof Commands, 'id'>;

interface CommandKeys {
  /** The order that the keys have reached, which is ahead of rendering while the machine is busy. */
  reachedId: () => string | undefined;
  aim: (id: string) => void;
  /** The actions available for the rendered order. */
  onCommands: (offered: Commands) => void;
  /**
   * Runs an action on the order that the keys have reached, at once or when it is rendered: never on the previous
   * order.
   */
  command: (name: CommandName) => void;
}

/** Applies single keys to the intended order, however far rendering is behind. */
export function useCommands(openId: string | undefined): CommandKeys {
  const target = useRef(openId);
  const renderedCommands = useRef<Commands>({});
  const queuedCommand = useRef<CommandName>(undefined);
  useEffect(() => {
    if (target.current !== openId) queuedCommand.current = undefined;
    target.current = openId;
  }, [openId]);

  const onCommands = useCallback((offeredCommands: Commands) => {
    renderedCommands.current = offeredCommands;
    const name = queuedCommand.current;
    if (!name || offeredCommands.id !== target.current) return;
    queuedCommand.current = undefined;
    offeredCommands[name]?.();
  }, []);
  return {
    reachedId: () => target.current,
    aim: (id) => {
      target.current = id;
      queuedCommand.current = undefined;
    },
    onCommands,
    command: (name) => {
      if (renderedCommands.current.id === target.current) renderedCommands.current[name]?.();
      // While one action waits for its order, no further key replaces it.
      else queuedCommand.current ??= name;
    },
  };
}
