interface CannedSentencesProps {
  label: string;
  sentences: readonly { word: string; text: string }[];
  /** What is written so far. */
  text: string;
  onChange: (text: string) => void;
}

/** Sentences to append to the written text, each with its own short label. */
export function CannedSentences({ label, sentences, text, onChange }: CannedSentencesProps) {
  const add = (sentence: string) => onChange(text.trim() ? `${text.trim()} ${sentence}` : sentence);
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {sentences.map((sentence) => (
        <li key={sentence.word}>
          <button
            type="button"
            title={sentence.text}
            className="min-h-8 rounded-control border border-line-strong px-2.5 py-1 text-start text-xs hover:border-ink pointer-coarse:min-h-11"
            onClick={() => add(sentence.text)}
          >
            {sentence.word}
          </button>
        </li>
      ))}
    </ul>
  );
}
