import { Unavailable } from './http/refusal.ts';

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Lets `atOnce` pieces of work run and `waiting` more wait in line; the rest is refused with Unavailable and `message`. */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }, message?: string): Gate {
  let running = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (line.length < waiting) await new Promise<void>((resolve) => line.push(resolve));
    else throw new Unavailable(message, 2);
    try {
      return await work();
    } finally {
      // The place is handed over, not given back: nobody can slip in before the one who waited.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
