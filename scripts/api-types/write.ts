/** `npm run api-types`: regenerates the types of the API. */
import { writeFileSync } from 'node:fs'
import { generateTypes, TYPES_FILE } from './generate.ts'

const ends: (() => void | Promise<void>)[] = []
writeFileSync(TYPES_FILE, await generateTypes({ after: (end) => ends.unshift(end) }))
for (const end of ends) await end()
