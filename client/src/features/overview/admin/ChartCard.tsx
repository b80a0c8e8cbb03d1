import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { ScrollRegion } from '#client/ui/layout/ScrollRegion.tsx';

interface ChartCardProps {
  /** The chart's finding as a sentence. */
  title: string;
  /** The measure and its unit. */
  subtitle: string;
  /** The chart's data as a table. */
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  /** True if the chart has no data; `title` says so. */
  empty?: boolean;
  id?: string;
  children: ReactNode;
}

/** A chart that can be read as a table. */
export function ChartCard({ title, subtitle, head, rows, empty = false, id, children }: ChartCardProps) {
  const { t } = useTranslation('overview');
  const titleId = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section id={id} aria-labelledby={titleId} className="card flex min-w-0 flex-col gap-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <div className="min-w-0 flex-1 basis-40">
          <h3 id={titleId} className="text-base text-balance">
            {title}
          </h3>
          <p className="text-xs text-muted">{subtitle}</p>
        </div>
        {!empty && (
          <Button
            text={t(asTable ? 'chart' : 'table')}
            variant="ghost"
            size="small"
            aria-pressed={asTable}
            aria-label={t('tableOf', { title })}
            onClick={() => setAsTable(!asTable)}
          />
        )}
      </div>
      {asTable ? <DataTable caption={title} region={`${title}. ${subtitle}`} head={head} rows={rows} /> : children}
    </section>
  );
}

function DataTable(props: Pick<ChartCardProps, 'head' | 'rows'> & { caption: string; region: string }) {
  const { caption, region, head, rows } = props;
  return (
    <ScrollRegion label={region} className="max-h-72 overflow-y-auto">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {head.map((heading, index) => (
              <th
                key={heading}
                scope="col"
                className={`border-b border-line px-2 py-1.5 text-xs font-medium text-faint ${index === 0 ? 'text-start' : 'text-end'}`}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest], row) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows are days or names in a fixed order
            <tr key={row} className="border-b border-line last:border-0">
              <th scope="row" className="px-2 py-1.5 text-start font-normal">
                {first}
              </th>
              {rest.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- one cell per column of the head
                <td key={column} className="px-2 py-1.5 text-end whitespace-nowrap figures">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
