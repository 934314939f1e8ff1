import type { Catalogue } from '../text.tsx'

export const statusPages: Catalogue['statusPages'] = {
  title: 'Statusseiten',
}
