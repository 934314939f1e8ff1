/** `THIRD_PARTY_NOTICES` and the list of components (CycloneDX 1.6) of a release. */
import type { ShippedPackage } from './shipped-packages.ts'

const RULE = '-'.repeat(80)

export function formatNotices(packages: readonly ShippedPackage[]): string {
  const list = packages.map(({ name, version, license }) => `${name} ${version} (${license})`)
  const texts = packages
    .filter(({ text }) => text !== null)
    .map(({ name, version, text }) => `${RULE}\n${name} ${version}\n${RULE}\n\n${text}\n`)
  return `Watchkeeper contains code of these packages.\n\n${list.join('\n')}\n\n${texts.join('\n')}`
}

/** @param date ISO 8601 */
export const formatComponents = (version: string, date: string, packages: readonly ShippedPackage[]): string =>
  `${JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        timestamp: date,
        component: {
          type: 'application',
          'bom-ref': `pkg:npm/watchkeeper@${version}`,
          name: 'watchkeeper',
          version,
          purl: `pkg:npm/watchkeeper@${version}`,
          licenses: [{ license: { id: 'Apache-2.0' } }],
        },
      },
      components: packages.map(toComponent),
    },
    null,
    2,
  )}\n`

function toComponent({ name, version, license }: ShippedPackage) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const isExpression = /\s/.test(license)
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [isExpression ? { expression: license } : { license: { id: license } }],
  }
}
