import type { Catalogue } from '../text.tsx'

export const account: Catalogue['account'] = {
  title: 'Konto',
}
