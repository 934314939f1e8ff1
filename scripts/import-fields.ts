/** Writes docs/import-fields.md from the tables of the importers. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Field, FieldTable } from '../src/importers/fields.ts'
import { IMPORTERS } from '../src/importers/index.ts'

export const FIELDS_FILE = join(import.meta.dirname, '../docs/import-fields.md')

const INTRODUCTION = `# Fields of other products

\`watchkeeper import\` reads the fields on this page. [import.md](import.md) describes the command and the report.
\`npm run import-fields\` writes this page from the tables in \`src/importers\`.

- **Here** is the part of the document with the same meaning. A dash means that there is none.
- **Loss** is the lost part of the meaning. The report of an import states it for each item.
- The report also names each setting that is in none of these tables.
`

/** Names in one row. */
const NAMES = 6

/** Fields with the same description share a row. */
function renderTable(table: FieldTable): string {
  const groups = Map.groupBy(Object.entries(table), ([, field]) => JSON.stringify(field))
  const rows = [...groups.values()].flatMap((fields) => {
    const names = fields.map(([name]) => `\`${name}\``)
    const parts = Array.from({ length: Math.ceil(names.length / NAMES) }, (_, index) =>
      names.slice(index * NAMES, (index + 1) * NAMES),
    )
    return parts.map((part) => renderRow(part, fields[0]![1]))
  })
  return ['| Field | Meaning | Here | Loss |', '| - | - | - | - |', ...rows].join('\n')
}

function renderRow(names: readonly string[], { meaning, to, loss, types }: Field): string {
  const only = types ? ` (${types.join(', ')})` : ''
  return `| ${names.join(', ')} | ${meaning}${only} | ${to ?? '-'} | ${loss ?? '-'} |`
}

export const renderFields = (): string =>
  [
    INTRODUCTION,
    ...Object.values(IMPORTERS).map(({ product, fields }) =>
      [
        `## ${product}\n`,
        ...Object.entries(fields).map(([object, table]) => `### ${object}\n\n${renderTable(table)}\n`),
      ].join('\n'),
    ),
  ].join('\n')

if (import.meta.main) writeFileSync(FIELDS_FILE, renderFields())
