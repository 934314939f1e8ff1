/** `npm run dev`: renders the API documents from the current sources, then starts the program. */
await import('./api-docs/write.ts')
const { runProgram } = await import('../src/bin/main.ts')
await runProgram(process.argv.slice(2))
