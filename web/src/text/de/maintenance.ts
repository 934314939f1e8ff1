import type { Catalogue } from '../text.tsx'

export const maintenance: Catalogue['maintenance'] = {
  title: 'Wartung',
}
