import { Link } from 'react-router-dom';
import { listParts } from '#client/lib/format/list.ts';

interface OrderReferencesProps {
  /** The sentence with this text in place of the references. */
  sentence: (references: string) => string;
  references: readonly string[];
}

const place = '|';

/** A sentence about other orders: each reference is a link to its order. */
export function OrderReferences({ sentence, references }: OrderReferencesProps) {
  const [textBefore, textAfter] = sentence(place).split(place);
  return (
    <>
      {textBefore}
      {listParts(new Set(references)).map(({ type, value }, index) =>
        type === 'element' ? (
          <Link
            key={value}
            to={`/admin/transactions?show=all&q=${value}`}
            dir="ltr"
            className="tap-area font-mono whitespace-nowrap text-link underline"
          >
            {value}
          </Link>
        ) : (
          <span key={index}>{value}</span>
        ),
      )}
      {textAfter}
    </>
  );
}
