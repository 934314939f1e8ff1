/** A button that lets the user choose files. */
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'

interface FileButtonProps {
  label: string
  /** File types, as in the attribute of an input. */
  accept?: string
  isMultiple?: boolean
  isPending?: boolean
  onChoose: (files: File[]) => void
}

export function FileButton({ label, accept, isMultiple = false, isPending = false, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={isMultiple}
        hidden
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])])
          event.target.value = '' // The same file can be chosen again after a change
        }}
      />
      <Button icon={Upload} isPending={isPending} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}

/** Returns the contents of a file as base64, as the API expects it. */
export async function readBase64(file: File): Promise<string> {
  const reader = new FileReader()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(file)
  const dataUrl = await promise
  return dataUrl.slice(dataUrl.indexOf(',') + 1)
}
