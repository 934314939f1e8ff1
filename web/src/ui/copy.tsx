import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../text/text.tsx'
import { Button, IconButton } from './button.tsx'

const SHOWN_MS = 2_000

/**
 * Copies a value. Without clipboard access it calls `fallback`, which may select the text for manual copying.
 *
 * @returns whether it was copied a moment ago
 */
function useCopy(value: string, fallback: () => void): [isCopied: boolean, copy: () => void] {
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    const done = () => {
      setCopied(true)
      setTimeout(() => setCopied(false), SHOWN_MS)
    }
    // The clipboard exists only on pages loaded over https or from this machine
    if (navigator.clipboard) navigator.clipboard.writeText(value).then(done, fallback)
    else fallback()
  }
  return [isCopied, copy]
}

export function CopyButton({ value, label }: { value: string; label?: string }) {
  const { common } = useText()
  const [isCopied, copy] = useCopy(value, () => {})
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={isCopied ? common.copied : (label ?? common.copy)}
      onClick={copy}
    />
  )
}

/** A value to copy as a whole, such as a key that is shown once. */
export function CopyBox({ value, label }: { value: string; label: string }) {
  const { common } = useText()
  const box = useRef<HTMLInputElement>(null)
  const [isCopied, copy] = useCopy(value, () => box.current?.select())
  return (
    <div className="flex gap-2">
      <input
        ref={box}
        readOnly
        value={value}
        aria-label={label}
        className="control font-mono text-sm"
        onFocus={(event) => event.target.select()}
      />
      <Button icon={isCopied ? Check : Copy} onClick={copy}>
        {isCopied ? common.copied : common.copy}
      </Button>
    </div>
  )
}
