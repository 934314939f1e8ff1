/** Renders the interactive reference of the API: a page, and the script that draws it from the OpenAPI document. */
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
  // Ours go from what is needed to what is rare, which the alphabet does not know
  orderSchemaPropertiesBy: 'preserve' as const,
  showDeveloperTools: 'never' as const, // they lead to services of other people
}

/** Lets the plugin render itself on a server of its own. */
export async function renderReference(): Promise<{ page: string; script: Buffer }> {
  const server = Fastify()
  await server.register(scalar, { routePrefix: '/docs', configuration: CONFIGURATION })
  const { body: page } = await server.inject('/docs/')
  const { rawPayload: script } = await server.inject('/docs/js/scalar.js')
  await server.close()
  return { page, script }
}
