/** Settings of certificate and domain monitoring in requests and responses. */
import Type from 'typebox'
import { DEFAULT_WARNING_DAYS } from '../../core/monitors/monitor-change.ts'
import { createTranslator } from '../../core/platform/fields/translate.ts'
import { toApiSchema } from '../platform/fields/resource-schema.ts'

const WarningDays = Type.Array(Type.Integer({ minimum: 1, maximum: 365 }), {
  title: 'Warning days',
  default: [...DEFAULT_WARNING_DAYS],
  maxItems: 20,
  description: 'Days before expiry on which a warning is sent\n\nDefault: 30, 14, 7 and 1',
  examples: [[30, 14, 7, 1]],
})

/** Mirrors `SslMonitoring` in `core/monitors/monitor.ts`. */
export const SslMonitoring = Type.Object({
  enabled: Type.Boolean({
    title: 'SSL certificate monitoring',
    default: true,
    description:
      'Works for https:// URLs and TLS ports\n\nOther monitors have no certificate to watch. If it is on, TCP monitors use TLS, unless their protocol is ssh or http. Default: true',
  }),
  checkExpiry: Type.Boolean({
    title: 'Expiry warnings',
    default: true,
    description: 'Sends a notification on each of the warning days\n\nDefault: true',
  }),
  checkValidity: Type.Boolean({
    title: 'Validity alerts',
    default: true,
    description:
      'Reports a certificate that is expired, issued for another host, too weak, or from an unknown issuer\n\nA TCP monitor with an invalid certificate is down; HTTP and KEYWORD monitors use `verify_ssl` for that. Default: true',
  }),
  expiryWarningDays: WarningDays,
  ignoreSelfSigned: Type.Boolean({
    title: 'Allow self-signed certificates',
    default: false,
    description:
      'Also accepts certificates from your own CA; host and dates must still be valid\n\nAccepts a self-signed certificate, or a chain to an unknown root sent by the server. Default: false',
  }),
})

export const DomainMonitoring = Type.Object({
  enabled: Type.Boolean({
    title: 'Domain expiry monitoring',
    default: true,
    description:
      'Sends a notification before the registered domain of the target expires\n\nThe target must be under a publicly registered domain. Default: true',
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
