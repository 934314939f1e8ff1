import type { Catalogue } from '../text.tsx'

export const settings: Catalogue['settings'] = {
  title: 'Einstellungen',
}
