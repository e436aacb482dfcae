import type { Asil } from '@carapace/shared/functional-safety/asil'
import type { About, FieldsFor } from '../../../build.ts'

const osprey = 'Osprey Braking'
export const lodden = 'Lodden Sensors'
export const fjell = 'Fjell Powertrain'

type Requirement = FieldsFor<'safety-requirement'>
type More = Pick<Requirement, 'rationale' | 'owner' | 'independence'> & { readonly share?: Asil }

/** A requirement: derived from the artefacts in `from`, assigned to those in `to`. */
export function shall(
  type: NonNullable<Requirement['type']>,
  [title, text]: readonly [title: string, text: string],
  [from, to]: readonly [from: string, to: string],
  more: More = {},
  about: About = {},
) {
  const isDecomposed = more.independence !== undefined
  return [
    title,
    { text, type, owner: osprey, ...more, ...(isDecomposed && { is_independent: true }) },
    { ...about, from: { 'derived-to': from }, to: { ...(to !== '' && { 'assigned-to': to }) } },
  ] as const
}

/** The components that many requirements are assigned to. */
export const wheels = 'CO-35 CO-36 CO-37 CO-38'
export const controllers = 'CO-33 CO-34'
