import type { Bom, BomComponent } from '@carapace/shared/sbom/documents/bom'
import { parseCpe } from '@carapace/shared/sbom/names/cpe'
import { type NamedComponent, packageKeysOf } from '@carapace/shared/sbom/names/package-key'

/** A key by which advisories find a component version. */
export interface ComponentKey {
  readonly ecosystem: string
  readonly name: string
  readonly version: string
}

export interface ComponentKeys {
  readonly keys: readonly ComponentKey[]
  /** Why advisories are not compared with it, such as `no distro`; empty: they are. */
  readonly unmatched: string
}

const most = { ecosystem: 100, name: 300, version: 150, keys: 12 }

/** The keys of a component: its packages, and `vendor:product` of its CPE (rule SBOM-22). */
export function componentKeys(component: NamedComponent, distribution: string | undefined): ComponentKeys {
  const { keys, problems } = packageKeysOf(component, { distro: distribution })
  const version = component.version ?? ''
  const found = [
    ...keys.map((key) => ({ ecosystem: key.ecosystem, name: key.name, version: key.version ?? version })),
    ...cpeKey(component.cpe, version),
  ]
  const fitting = found
    .filter(({ ecosystem, name }) => ecosystem.length <= most.ecosystem && name.length <= most.name)
    .map((key) => ({ ...key, version: key.version.slice(0, most.version) }))
    .slice(0, most.keys)
  const isComparable = fitting.some((key) => key.version !== '')
  return {
    keys: fitting,
    unmatched: isComparable
      ? ''
      : (problems[0]?.code ?? (found.length > fitting.length ? 'name too long' : 'no version')),
  }
}

function cpeKey(cpe: string | undefined, version: string): ComponentKey[] {
  const read = cpe === undefined ? undefined : parseCpe(cpe)
  if (!read?.ok) return []
  const { vendor, product, version: own } = read.value
  if (typeof vendor === 'string' || typeof product === 'string') return []
  return [
    {
      ecosystem: 'CPE',
      name: `${vendor.text}:${product.text}`.toLowerCase(),
      version: typeof own === 'string' ? version : own.text,
    },
  ]
}

/** The operating system that a document is about: the first one among its components, such as `ubuntu-20.04`. */
export function distributionIn({ components }: Pick<Bom, 'components'>): string | undefined {
  const system = components.find(({ type }: BomComponent) => type === 'operating-system')
  return system?.version === undefined ? undefined : `${system.name.toLowerCase()}-${system.version}`
}
