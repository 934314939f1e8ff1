import type { Catalogue } from '../text.tsx'

export const monitor: Catalogue['monitor'] = {
  title: 'Monitor',
}
