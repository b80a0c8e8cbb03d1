import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fileQuery } from '#client/features/files/files.queries.ts';
import { adminQuery } from '#client/lib/api/admin-call.ts';
import { useSession } from '#client/lib/session/session.ts';
import { MovedPicture, Stage, type BesidePicture } from '#client/ui/data/ImageViewer.tsx';
import { pictureAccess } from '#shared/files/files.contract.ts';
import { queueQuery, type AdminOrderFile, type OpenOrder } from './orders.admin.queries.ts';

/**
 * The proof of another order that is the same or much alike, beside a proof of this one; undefined where there is none.
 */
export function useSimilarProof(order: OpenOrder, file: AdminOrderFile | undefined): BesidePicture | undefined {
  const { t } = useTranslation('orders.admin');
  const session = useSession();
  const seesAll = session.status === 'signedIn' && pictureAccess(session.user.may) === 'all';
  const [reference] = [...order.sameProofReferences, ...order.similarProofReferences];
  if (!seesAll || !file || !reference || !order.paymentProofFiles.includes(file)) return undefined;
  return { own: t('similarProof.own'), render: (style) => <SimilarProof reference={reference} style={style} /> };
}

function SimilarProof({ reference, style }: { reference: string; style: CSSProperties }) {
  const { t } = useTranslation('orders.admin');
  const { data: orders } = useQuery(queueQuery({ q: reference, pageSize: 1 }));
  const otherOrder = orders?.items.find((order) => order.reference === reference);
  const picture = otherOrder?.paymentProofFiles.find(({ type }) => type.startsWith('image/'));
  const query = fileQuery(picture?.filename ?? '', { ...adminQuery, enabled: picture !== undefined });
  const { data: blob, error } = useQuery(query);
  const isGone = error !== null || (orders !== undefined && picture === undefined);
  return (
    <Stage
      caption={
        <Link
          to={`/admin/transactions?show=all&q=${reference}`}
          dir="ltr"
          className="inline-flex min-h-6 items-center font-mono text-link"
        >
          {reference}
        </Link>
      }
    >
      {isGone && <p className="text-center text-sm text-muted">{t('similarProof.none')}</p>}
      {blob && <MovedPicture blob={blob} name={t('similarProof.picture', { reference })} style={style} />}
    </Stage>
  );
}
