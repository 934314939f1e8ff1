import type { Catalogue } from '../text.tsx'

export const reports: Catalogue['reports'] = {
  title: 'Berichte',
}
