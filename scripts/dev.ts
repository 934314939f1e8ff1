/** `npm run dev`: renders the API's documents from the present sources, then runs the program. */
await import('./api-docs/write.ts')
await import('../src/bin/watchkeeper.ts')
