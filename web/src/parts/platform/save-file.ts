/** Browsers read the file after the click; revoking its URL earlier could produce an empty file. */
const REVOKE_DELAY_MS = 10_000

/** Offers a file to the user as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS)
}
