export const markKinds = ['heading', 'bold', 'list', 'link'] as const;
export type MarkKind = (typeof markKinds)[number];

interface Selection {
  text: string;
  from: number;
  to: number;
}

/** A replacement of the text between `from` and `to`, and what is selected after it. */
export interface Marking {
  from: number;
  to: number;
  put: string;
  selected: readonly [from: number, to: number];
}

const lineMarks = { heading: '## ', list: '- ' } as const;
const address = 'https://';

/** Marks the selected text in Markdown; a second press takes the mark of whole lines back. */
export function markText(kind: MarkKind, selection: Selection): Marking {
  if (kind === 'heading' || kind === 'list') return markLines(lineMarks[kind], selection);
  const { text, from, to } = selection;
  const selectedText = text.slice(from, to);
  if (kind === 'bold') {
    return { from, to, put: `**${selectedText}**`, selected: [from + 2, to + 2] };
  }
  const begin = from + selectedText.length + '[]('.length;
  return { from, to, put: `[${selectedText}](${address})`, selected: [begin, begin + address.length] };
}

function markLines(mark: string, { text, from, to }: Selection): Marking {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const lines = text.slice(start, to).split('\n');
  const isMarked = lines.every((line) => line.startsWith(mark));
  const put = lines.map((line) => (isMarked ? line.slice(mark.length) : `${mark}${line}`)).join('\n');
  return { from: start, to, put, selected: [start + put.length, start + put.length] };
}
