/** Texts of a form field. */
export interface FieldTexts {
  title: string
  /** Absent in English, whose help is the first paragraph of the API's description. An empty text hides that description. */
  help?: string
  options?: Readonly<Record<string, string>>
  /** Replaces the example of the API. */
  example?: string
}

/**
 * Texts of notification services and their fields, which replace the texts of the API. Keys: `notification-target.ntfy`,
 * `notification-target.ntfy.config.topic`, or `notification-target.config.topic` for all services.
 */
export type ServiceTexts = Readonly<Record<string, FieldTexts>>
