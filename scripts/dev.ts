/** `npm run dev`: renders the API documents from the current sources, then starts the program. */
await import('./api-docs/write.ts')
await import('../src/bin/watchkeeper.ts')
