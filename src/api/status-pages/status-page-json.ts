/** Status pages in requests and responses. */
import Type, { type Static } from 'typebox'
import { PAGE, type StatusPage, type Component as StoredComponent } from '../../core/status-pages/status-page.ts'
import { createResourceSchema } from '../platform/fields/resource-schema.ts'
import { Uuid } from '../platform/schemas.ts'

const Component = Type.Object({
  id: Uuid,
  monitor_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Absent for a component that shows a group' })),
  group_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Absent for a component that shows a monitor' })),
  display_name: Type.Optional(Type.String({ description: 'Name shown instead of the name of the monitor or group' })),
  description: Type.String(),
  position: Type.Integer({ description: 'Position within the section, starting at 0' }),
})

const Section = Type.Object({
  id: Uuid,
  name: Type.String({ examples: ['Web shop'] }),
  position: Type.Integer({ description: 'Position on the page, starting at 0' }),
  components: Type.Array(Component, {
    description: 'Components in order; components of deleted monitors and groups are omitted',
  }),
})

export const PageSchema = createResourceSchema<typeof PAGE.schema, StatusPage>(PAGE, {
  shown: {
    is_password_protected: Type.Boolean(),
    sections: Type.Array(Section, { description: 'Sections in order' }),
  },
  showMore: ({ passwordHash, sections }) => ({
    is_password_protected: passwordHash !== null,
    sections: sections.map(({ id, name, components }, position) => ({
      id,
      name,
      position,
      components: components.map(toComponent),
    })),
  }),
  omittable: ['slug'],
})

const toComponent = (
  { id, monitorId, groupId, displayName, description }: StoredComponent,
  position: number,
): Static<typeof Component> => ({
  id,
  ...(monitorId !== null && { monitor_id: monitorId }),
  ...(groupId !== null && { group_id: groupId }),
  ...(displayName !== null && { display_name: displayName }),
  description,
  position,
})
