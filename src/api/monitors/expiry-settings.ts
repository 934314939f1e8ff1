/** Settings of certificate and domain monitoring in requests and responses. */
import Type from 'typebox'
import { DEFAULT_WARNING_DAYS } from '../../core/monitors/monitor-change.ts'
import { createTranslator } from '../../core/platform/fields/translate.ts'
import { toApiSchema } from '../platform/fields/settings-schema.ts'

const WarningDays = Type.Array(Type.Integer({ minimum: 1, maximum: 365 }), {
  title: 'Warning days',
  default: [...DEFAULT_WARNING_DAYS],
  maxItems: 20,
  description: 'Days before expiry on which a warning is sent. Default: 30, 14, 7 and 1',
  examples: [[30, 14, 7, 1]],
})

/** Mirrors `SslMonitoring` in `core/monitors/monitor.ts`. */
export const SslMonitoring = Type.Object({
  enabled: Type.Boolean({
    title: 'SSL certificate monitoring',
    default: true,
    description:
      'Applies to https URLs and TCP monitors; other monitors have no certificate to watch. If it is on, TCP monitors ' +
      'use TLS, unless their protocol is ssh or http. Default: true',
  }),
  checkExpiry: Type.Boolean({
    title: 'Expiry warnings',
    default: true,
    description: 'Whether warnings are sent before the certificate expires. Default: true',
  }),
  checkValidity: Type.Boolean({
    title: 'Validity alerts',
    default: true,
    description:
      'Whether the certificate must be in date, match the host, be strong enough and have a known issuer. A TCP ' +
      'monitor with an invalid certificate is down; HTTP and KEYWORD monitors use `verify_ssl` for that. ' +
      'Default: true',
  }),
  expiryWarningDays: WarningDays,
  ignoreSelfSigned: Type.Boolean({
    title: 'Allow self-signed certificates',
    default: false,
    description:
      'Whether a self-signed certificate is accepted, or a chain to an unknown root sent by the server. Host ' +
      'name and dates must still be valid. Default: false',
  }),
})

export const DomainMonitoring = Type.Object({
  enabled: Type.Boolean({
    title: 'Domain expiry monitoring',
    default: true,
    description: 'The target must be under a publicly registered domain. Default: true',
  }),
  expiryWarningDays: WarningDays,
})

export const ssl = {
  toApi: createTranslator(SslMonitoring, 'api'),
  fromApi: createTranslator(SslMonitoring, 'settings'),
}
export const domain = {
  toApi: createTranslator(DomainMonitoring, 'api'),
  fromApi: createTranslator(DomainMonitoring, 'settings'),
}

export type PartialOptions = Record<string, unknown>
export const PartialSslMonitoring = Type.Unsafe<PartialOptions>({
  ...toApiSchema(SslMonitoring),
  title: 'SSL certificate',
})
export const PartialDomainMonitoring = Type.Unsafe<PartialOptions>({
  ...toApiSchema(DomainMonitoring),
  title: 'Domain registration',
})
