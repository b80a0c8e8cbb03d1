import { Bold, Heading2, Link2, List } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { markKinds, markText } from './blog.markdown.ts';

const icons = { heading: Heading2, bold: Bold, list: List, link: Link2 };

interface MarkdownToolsProps {
  /** The id of the text field that they write into. */
  fieldId: string;
  /** Takes the marked text where the browser cannot type it. */
  onText: (text: string) => void;
}

/** Buttons that mark the selected text, for writers who do not know Markdown. */
export function MarkdownTools({ fieldId, onText }: MarkdownToolsProps) {
  const { t } = useTranslation('blog.admin');
  const mark = (kind: (typeof markKinds)[number]) => {
    const area = document.getElementById(fieldId);
    if (!(area instanceof HTMLTextAreaElement)) return;
    const text = area.value;
    const { from, to, put, selected } = markText(kind, { text, from: area.selectionStart, to: area.selectionEnd });
    area.focus();
    area.setSelectionRange(from, to);
    if (!typeInto(put)) onText(text.slice(0, from) + put + text.slice(to));
    area.setSelectionRange(...selected);
  };
  return (
    <fieldset aria-label={t('tools.label')} className="flex min-w-0 flex-wrap justify-end gap-0.5">
      {markKinds.map((kind) => {
        const Icon = icons[kind];
        return (
          <button
            key={kind}
            type="button"
            aria-label={t(`tools.${kind}`)}
            title={t(`tools.${kind}`)}
            className="grid size-8 place-items-center rounded-control text-muted hover:bg-tide-soft hover:text-ink pointer-coarse:size-11"
            onClick={() => mark(kind)}
          >
            <Icon className="size-4" />
          </button>
        );
      })}
    </fieldset>
  );
}

/** Types as a user would, so that Ctrl Z takes it back; only this old command does that. */
function typeInto(text: string): boolean {
  return 'execCommand' in document && document.execCommand('insertText', false, text);
}
