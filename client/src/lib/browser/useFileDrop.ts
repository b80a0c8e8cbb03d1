import { useEffect, useState } from 'react';

const carriesFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
/** Fields and areas that take a file themselves. */
const isFileField = ({ target }: DragEvent) => target instanceof HTMLInputElement && target.type === 'file';
const hasOpenDialog = () => document.querySelector('dialog[open]') !== null;

/**
 * True while a file that `onDrop` would get is dragged over the window. No file that is dropped on the page makes the
 * browser leave it.
 */
export function useFileDrop(onDrop?: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    /** True if this handler takes the drop: no area of its own has taken it, and no file field would. */
    const isFileDrag = (event: DragEvent) => carriesFile(event) && !event.defaultPrevented && !isFileField(event);
    const isTaken = () => onDrop !== undefined && !hasOpenDialog();
    const onDragOver = (event: DragEvent) => {
      const isAccepted = isFileDrag(event) && isTaken();
      setOver(isAccepted);
      if (!isFileDrag(event)) return;
      event.preventDefault();
      if (!isAccepted && event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!isFileDrag(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file && isTaken()) onDrop?.(file);
    };
    // A drop right after the file came over another element is taken only if that element's `dragenter` was.
    document.addEventListener('dragenter', onDragOver);
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragenter', onDragOver);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  });
  return isOver;
}
