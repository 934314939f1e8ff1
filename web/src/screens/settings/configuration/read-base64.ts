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
