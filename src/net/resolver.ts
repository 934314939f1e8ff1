export interface Resolver {
  close(): void
}
