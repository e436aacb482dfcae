import type { getMethods } from '@carapace/shared/lifecycle/methods/methods.contract'
import type { z } from 'zod'

/** A version of a method; without a uuid, the version that is built into the product. */
export type Version = z.output<typeof getMethods.output>['methods'][number]

/** The key of a version: its uuid, or a fixed key for the version that is built into the product. */
export const keyOf = ({ uuid }: Pick<Version, 'uuid'>): string => uuid ?? 'shipped'
export const titleOf = ({ name, version }: Pick<Version, 'name' | 'version'>): string => `${name} v${version}`

/** The versions grouped by their name, the latest of each name first. */
export function byName(
  versions: readonly Version[],
): readonly { readonly name: string; readonly versions: readonly Version[] }[] {
  return Object.entries(Object.groupBy(versions, ({ name }) => name)).map(([name, of]) => ({
    name,
    versions: of!.toSorted((a, b) => b.version - a.version),
  }))
}
