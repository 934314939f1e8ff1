import type { Catalogue } from '../text.tsx'

export const monitors: Catalogue['monitors'] = {
  title: 'Monitore',
}
