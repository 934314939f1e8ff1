/** Status pages in requests and responses. */
import Type, { type Static } from 'typebox'
import type { ApiFields } from '../../core/platform/fields/resource.ts'
import {
  MAX_COMPONENTS,
  PAGE,
  type PageChange,
  type PageDraft,
  type SectionDraft,
  type StatusPage,
  type Component as StoredComponent,
} from '../../core/status-pages/status-page.ts'
import { createResourceSchema } from '../platform/fields/resource-schema.ts'
import { Name, Nullable, Uuid } from '../platform/schemas.ts'

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

const Position = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Position among its siblings. Default: the position in the request',
})

const ComponentBody = Type.Object(
  {
    id: Type.Optional(
      Type.Unsafe<string>({
        ...Uuid,
        description: 'ID of an existing component of this page; omit for a new component',
      }),
    ),
    monitor_id: Type.Optional(
      Type.Unsafe<string>({ ...Uuid, description: 'Monitor that the component shows, or give `group_id`' }),
    ),
    group_id: Type.Optional(
      Type.Unsafe<string>({
        ...Uuid,
        description:
          'Group that the component shows instead of a monitor. It must have a condition. Without one, it has no data',
      }),
    ),
    display_name: Type.Optional(Nullable(Name(80))),
    description: Type.Optional(Type.String({ maxLength: 500 })),
    position: Type.Optional(Position),
  },
  { additionalProperties: false },
)

const SectionBody = Type.Object(
  {
    id: Type.Optional(
      Type.Unsafe<string>({ ...Uuid, description: 'ID of an existing section of this page; omit for a new section' }),
    ),
    name: Name(80),
    position: Type.Optional(Position),
    components: Type.Optional(Type.Array(ComponentBody, { maxItems: MAX_COMPONENTS })),
  },
  { additionalProperties: false },
)

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
  written: {
    password: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: 128, description: 'Write-only. Null removes the password' })),
    ),
    sections: Type.Optional(
      Type.Array(SectionBody, {
        maxItems: 50,
        description: 'Complete list of sections; omitted sections are deleted',
      }),
    ),
  },
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

const toSection = ({ id, name, position, components = [] }: Static<typeof SectionBody>): SectionDraft => ({
  id,
  name,
  position,
  components: components.map((component) => ({
    id: component.id,
    monitorId: component.monitor_id ?? null,
    groupId: component.group_id ?? null,
    displayName: component.display_name ?? null,
    description: component.description ?? '',
    position: component.position,
  })),
})

/** Fields of a body that are no fields of the page. */
const toFurtherFields = ({ password, sections }: ApiFields): Pick<PageChange, 'password' | 'sections'> => ({
  ...(password !== undefined && { password: password as string | null }),
  ...(sections !== undefined && { sections: (sections as Static<typeof SectionBody>[]).map(toSection) }),
})

export const toChange = (body: ApiFields): PageChange => ({ ...PAGE.toChange(body), ...toFurtherFields(body) })

export const toDraft = (body: ApiFields): PageDraft => ({ ...PAGE.toDraft(body), ...toFurtherFields(body) })
