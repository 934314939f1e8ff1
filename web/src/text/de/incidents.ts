import type { Catalogue } from '../text.tsx'

export const incidents: Catalogue['incidents'] = {
  title: 'Vorfälle',
}
