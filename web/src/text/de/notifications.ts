import type { Catalogue } from '../text.tsx'

export const notifications: Catalogue['notifications'] = {
  title: 'Benachrichtigungen',
}
