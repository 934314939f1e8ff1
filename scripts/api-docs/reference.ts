/** Renders the interactive API reference: a page, and the script that displays the OpenAPI document. */
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import { SCRIPT } from '../../src/api/openapi/docs.ts'

const CONFIGURATION = {
  url: 'api/openapi.json',
  cdn: SCRIPT,
  pageTitle: 'Watchkeeper API',
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  // The schemas list required fields first and rare fields last, which alphabetical order would lose
  orderSchemaPropertiesBy: 'preserve' as const,
  showDeveloperTools: 'never' as const, // the tools link to third-party services
}

/** Renders the plugin's output on a separate server. */
export async function renderReference(): Promise<{ page: string; script: Buffer }> {
  const server = Fastify()
  await server.register(scalar, { routePrefix: '/docs', configuration: CONFIGURATION })
  const { body: page } = await server.inject('/docs/')
  const { rawPayload: script } = await server.inject('/docs/js/scalar.js')
  await server.close()
  return { page, script }
}
