import { useEffect, useState } from 'react';

const carriesFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
/** Fields and areas that take a file themselves. */
const isFileField = ({ target }: DragEvent) => target instanceof HTMLInputElement && target.type === 'file';
const hasOpenDialog = () => document.querySelector('dialog[open]') !== null;

/**
 * True while a file is dragged over the window that `onDrop` would get. No file that is dropped on the page makes the browser
 * leave it for that file.
 */
export function useFileDrop(onDrop?: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    /** True where the drop is this one's to answer: no area of its own has, and no field for files would. */
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
    // A drop right after the file came over another element is only taken where that element's `dragenter` was.
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
