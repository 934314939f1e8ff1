import type { Catalogue } from '../text.tsx'

export const forms: Catalogue['forms'] = {
  title: 'Formulare',
}
