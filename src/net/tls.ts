export interface TlsContexts {
  clear(): void
}
