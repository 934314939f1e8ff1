/** A field for files, which can also be dropped on it. */
import { type DragEvent, useId, useState } from 'react'
import { FileButton } from '../../../parts/forms/file-button.tsx'
import { useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'

interface FileDropProps {
  files: readonly File[]
  help: string
  onChange: (files: File[]) => void
}

export function FileDrop({ files, help, onChange }: FileDropProps) {
  const labels = useText().settings.configuration
  const id = useId()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onChange([...event.dataTransfer.files])
  }
  return (
    <div
      role="group"
      aria-labelledby={id}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx('rounded-lg border border-dashed p-6 text-center', isOver ? 'border-accent' : 'border-line')}
    >
      <p id={id} className="mb-1 font-medium">
        {files.length > 0 ? files.map(({ name }) => name).join(', ') : labels.drop}
      </p>
      <p className="mb-3 text-sm text-muted">{help}</p>
      <FileButton label={labels.choose} isMultiple onChoose={onChange} />
    </div>
  )
}
