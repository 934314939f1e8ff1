import type { Schema } from '../../../../../web/src/parts/forms/schema-form/schema.ts'

/** A fictional monitor type with a field of every kind. */
export const SUBMARINE: Schema = {
  type: 'object',
  required: ['type', 'name', 'target', 'submarine_config'],
  properties: {
    type: { type: 'string', const: 'SUBMARINE', title: 'Type', 'x-fixed': true },
    name: { type: 'string', title: 'Name', minLength: 1, maxLength: 80 },
    target: { type: 'string', title: 'URL', minLength: 1, examples: ['https://example.com/'] },
    submarine_config: {
      type: 'object',
      title: 'Submarine',
      required: ['depth_m', 'crew'],
      properties: {
        depth_m: { type: 'integer', title: 'Depth', minimum: 1, maximum: 900 },
        crew: {
          type: 'array',
          title: 'Crew',
          minItems: 1,
          maxItems: 2,
          items: {
            type: 'object',
            required: ['callsign'],
            properties: {
              callsign: { type: 'string', title: 'Call sign', minLength: 2 },
              rank: {
                type: 'string',
                title: 'Rank',
                enum: ['captain', 'mate'],
                'x-enum-titles': { captain: 'Captain' },
                default: 'mate',
              },
              is_diver: { type: 'boolean', title: 'Dives', default: true },
            },
          },
        },
        frequencies: {
          type: ['array', 'null'],
          title: 'Frequencies',
          minItems: 1,
          items: { type: ['number', 'string'], minimum: 1, pattern: '^[0-9]+-[0-9]+$' },
          default: null,
        },
        labels: {
          type: 'object',
          title: 'Labels',
          patternProperties: { '^.+$': { type: 'string' } },
          default: {},
          'x-advanced': true,
        },
        orders: { type: ['string', 'null'], title: 'Orders', 'x-multiline': true, 'x-advanced': true, default: null },
        passphrase: { type: 'string', title: 'Passphrase', 'x-secret': true },
        surfacing: {
          anyOf: [
            {
              type: 'object',
              required: ['cron'],
              properties: {
                cron: { type: 'string', title: 'When', minLength: 1, 'x-cron': true },
                timezone: { type: 'string', title: 'Zone', 'x-source': 'time-zones' },
              },
            },
            { type: 'null' },
          ],
          title: 'Surfaces',
        },
        sister_ids: {
          type: 'array',
          title: 'Sisters',
          maxItems: 1,
          items: { type: 'string', format: 'uuid' },
          'x-source': 'monitors',
        },
        base_id: { type: ['string', 'null'], title: 'Base', format: 'uuid', 'x-source': 'groups', default: null },
        sonar: {
          type: 'object',
          title: 'Sonar',
          'x-unavailable': { code: 'SONAR_NOT_AVAILABLE', message: 'Sonar is not part of the plan' },
          properties: {
            enabled: { type: 'boolean', title: 'Sonar', default: false },
            ping_ms: { type: 'integer', title: 'Ping every', minimum: 100, default: 500, 'x-unit': 'milliseconds' },
          },
        },
        cargo: { title: 'Cargo', anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
    },
    notification_target_ids: {
      type: 'array',
      title: 'Notification targets',
      items: { type: 'string' },
      'x-source': 'notification-targets',
    },
  },
}
