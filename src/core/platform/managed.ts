/** Identity of resources that a configuration document describes. */

/** Where a resource comes from. */
export interface Origin {
  /** Key of the resource in its document; unique per project and kind. */
  key: string
  /** Name of the source that applied the document, such as a repository; null once no source manages the resource. */
  source: string | null
}

export interface Managed {
  /** Absent for a resource that no configuration document describes. */
  origin?: Origin
}
