import { useEffect } from 'react'

/** Whether letters are being written, or something floats above the page, which then has the focus. */
const isBusy = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"]',
    ) !== null)

/** `/` and `?`, wherever the focus is. @param on stays the same between renders */
export function usePageKeys(on: (key: '/' | '?') => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if ((key !== '/' && key !== '?') || ctrlKey || metaKey || altKey || defaultPrevented || isBusy(event.target))
        return
      event.preventDefault()
      on(key)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [on])
}
