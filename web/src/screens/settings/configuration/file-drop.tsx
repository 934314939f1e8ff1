/** A field for files, which can also be dropped on it. */
import { Upload } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'

interface FileDropProps {
  files: readonly File[]
  help: string
  onChange: (files: File[]) => void
}

export function FileDrop({ files, help, onChange }: FileDropProps) {
  const labels = useText().settings.configuration
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
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
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onChange([...(event.target.files ?? [])])
          event.target.value = '' // The same file can be chosen again after a change
        }}
      />
      <Button icon={Upload} onClick={() => input.current?.click()}>
        {labels.choose}
      </Button>
    </div>
  )
}
