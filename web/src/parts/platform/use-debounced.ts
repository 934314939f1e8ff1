import { useEffect, useState } from 'react'

/** Delay between the last change of a value and the request that it causes. */
const DEBOUNCE_MS = 500

/** Returns the value once it has stopped changing. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
