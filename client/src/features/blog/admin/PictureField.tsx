import { useQuery } from '@tanstack/react-query';
import { ImageOff, ImageUp, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptOf } from '#client/lib/browser/files.ts';
import { useBlobImage } from '#client/lib/browser/useBlobImage.ts';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { IconButton } from '#client/ui/form/Button.tsx';
import { FilePick } from '#client/ui/form/FilePick.tsx';
import { maxLengthOf } from '#client/ui/form/schema/max-length.ts';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { createBlogPost } from '#shared/blog/blog.contract.ts';
import { pictureQuery, useUploadPicture } from './blog.admin.queries.ts';

const imagesPath = '/api/blog-images/';

/** The featured image: an address, or a picture that is uploaded and gets one. */
export function PictureField(props: { value: string; error: string | undefined; onChange: (value: string) => void }) {
  const { value, error, onChange } = props;
  const { t } = useTranslation('blog.admin');
  const textOf = useErrorText();
  const upload = useUploadPicture();
  const isAddress = value === '' || value.startsWith(imagesPath) || /^https?:\/\/\S+$/i.test(value);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TextInput
        label={t('fields.featuredImage')}
        hint={t('hints.featuredImage')}
        optional
        dir="ltr"
        autoComplete="off"
        maxLength={maxLengthOf(createBlogPost.body, 'featuredImage')}
        error={isAddress ? error : textOf({ reason: 'web_address_malformed' })}
        value={value}
        onValue={onChange}
      />
      <div className="flex items-center gap-2">
        <FilePick
          text={upload.isPending ? t('uploading') : t('upload')}
          icon={<ImageUp className="size-4" />}
          accept={acceptOf('image')}
          onPick={([file]) => file && upload.send(file, ({ featuredImage }) => onChange(featuredImage))}
        />
        {value && (
          <IconButton label={t('removePicture')} onClick={() => onChange('')}>
            <X className="size-4" />
          </IconButton>
        )}
      </div>
      {upload.error && <AdminProblem error={upload.error} title={t('failed.upload')} />}
      {value &&
        isAddress &&
        (value.startsWith(imagesPath) ? <OwnPicture path={value} /> : <ExternalPicture address={value} />)}
    </div>
  );
}

const frame = 'aspect-video w-full max-w-80 rounded-card border border-line bg-sunken object-cover';

/** Our own picture may not be public yet, so it is fetched with the bearer header. */
function OwnPicture({ path }: { path: string }) {
  const { t } = useTranslation('blog.admin');
  const { data: blob, error } = useQuery(pictureQuery(path.slice(imagesPath.length)));
  const image = useBlobImage(blob);
  if (error) return <BrokenPictureNote>{t('broken')}</BrokenPictureNote>;
  return <img ref={image} alt={t('picture')} className={frame} />;
}

function ExternalPicture({ address }: { address: string }) {
  const { t } = useTranslation('blog.admin');
  const debouncedAddress = useDebounced(address, 600);
  const [brokenAddress, setBrokenAddress] = useState<string>();
  if (brokenAddress === debouncedAddress) return <BrokenPictureNote>{t('broken')}</BrokenPictureNote>;
  return (
    <img
      key={debouncedAddress}
      src={debouncedAddress}
      alt={t('picture')}
      referrerPolicy="no-referrer"
      className={frame}
      onError={() => setBrokenAddress(debouncedAddress)}
    />
  );
}

function BrokenPictureNote({ children }: { children: ReactNode }) {
  return (
    <output className="flex max-w-80 items-center gap-2 rounded-card border border-line bg-sunken p-4 text-sm">
      <ImageOff className="size-5 shrink-0 text-rejected" />
      {children}
    </output>
  );
}
