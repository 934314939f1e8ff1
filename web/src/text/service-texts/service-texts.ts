/**
 * Texts of notification services and their fields, which replace the texts of the API. Keys: `notification-target.ntfy`,
 * `notification-target.ntfy.config.topic`, or `notification-target.config.topic` for all services.
 */
export type ServiceTexts = Readonly<Record<string, { title: string; help: string }>>
