/** Labels that registries use, collected from their answers. Each is written as `normalizeLabel` returns it. */

const toLabels = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )

export const DOMAIN_LABELS = toLabels(`
  domain name
  domain
  domainname
  domain-name
  complete domain name
  nombre de dominio
  nome de domínio / domain name
  도메인이름
  ドメイン名
`)

/** Expiry date of the registry. */
export const EXPIRY_LABELS = toLabels(`
  registry expiry date
  registry expiration date
  expiry date
  expiration date
  expire date
  expires
  expire
  expires on
  expires at
  expire on
  expired on
  expiration
  expiration time
  expiry
  expire-date
  expiration-date
  exp date
  expdate
  paid-till
  valid until
  valid-until
  valid-date
  validity
  renewal date
  renewal
  domain expires
  domain expiration date
  domain_datebilleduntil
  record expires
  record expires on
  record expired
  record will expire on
  fecha de vencimiento
  fecha de expiración
  data de expiração / expiration date (dd/mm/yyyy)
  사용 종료일
  有効期限
`)

/** Expiry date of the registrar's contract. Some registries use it for their own date, so it comes last. */
export const REGISTRAR_EXPIRY_LABELS = toLabels(`
  registrar registration expiration date
`)

export const CREATED_LABELS = toLabels(`
  creation date
  created date
  created
  created on
  created at
  create date
  creation-date
  registered
  registered on
  registered at
  registered date
  registration date
  registration time
  registration
  domain registered
  domain created
  domain name commencement date
  domain record activated
  record created
  record created on
  activation date
  activated on
  activated
  connected date
  fecha de registro
  fecha de creación
  등록일
  登録年月日
`)

export const REGISTRAR_LABELS = toLabels(`
  registrar
  registrar name
  registrar-name
  registrar organization
  registrar organization name
  registrar company
  sponsoring registrar
  sponsoring registrar organization
  current registrar
  current registar
  registration service provider
  record maintained by
  authorized agency
  등록대행자
`)

/** Headings above the name of the registrar. */
export const REGISTRAR_HEADINGS = toLabels(`
  registrar
  registrar information
  registrar details
`)

export const NAME_LABELS = toLabels(`
  name
  organization
  organisation
  organization name
  organization loc
`)

export const STATUS_LABELS = toLabels(`
  domain status
  status
  state
  eppstatus
  epp status
  registration status
  domain state
  query_status
  상태
  状態
`)

export const NAME_SERVER_LABELS = toLabels(`
  name server
  name servers
  name servers information
  name server information
  nameserver
  nameservers
  nserver
  nservers
  name servers in the listed order
  host name
  hostname
  primary server
  secondary server
  dns
  dns servers
  domain nameservers
  domain name servers
  domain servers
  domain servers in listed order
  servidor de nombres
  ns 1
  ns 2
  ns 3
  ns 4
  네임서버
  ネームサーバ
`)

/** Labels of other servers to query when a registry publishes little. */
export const REFERRAL_LABELS = toLabels(`
  registrar whois server
  whois server
  whois
  refer
`)
