interface Head {
  title: string;
  description: string | null;
}

let head: Head = { title: '', description: null };

/** Notes, while the server draws a page, what its heading says: effects, which set the window's title, do not run there. */
export function recordHead(title: string, description: string | undefined): void {
  head = { title, description: description ?? null };
}

/** What was noted since the last time, and forgets it. */
export function takeHead(): Head {
  const taken = head;
  head = { title: '', description: null };
  return taken;
}
