import type { getMethods } from '@carapace/shared/lifecycle/methods/methods.contract'
import type { z } from 'zod'

/** A version of a method; without a uuid the one that the product ships with. */
export type Version = z.output<typeof getMethods.output>['methods'][number]

/** Tells versions apart: their uuid, or that it is the one that the product ships with. */
export const keyOf = ({ uuid }: Pick<Version, 'uuid'>): string => uuid ?? 'shipped'
export const titleOf = ({ name, version }: Pick<Version, 'name' | 'version'>): string => `${name} v${version}`

/** Versions by the name that they share, each name's latest first. */
export function byName(
  versions: readonly Version[],
): readonly { readonly name: string; readonly versions: readonly Version[] }[] {
  return Object.entries(Object.groupBy(versions, ({ name }) => name)).map(([name, of]) => ({
    name,
    versions: of!.toSorted((a, b) => b.version - a.version),
  }))
}
