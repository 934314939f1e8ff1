import type { Catalogue } from '../text.tsx'

export const auth: Catalogue['auth'] = {
  title: 'Anmelden',
}
