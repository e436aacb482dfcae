import type { Org } from '@carapace/shared/core/owned'
import { formatCpe, parseCpe } from '@carapace/shared/sbom/names/cpe'
import { formatPurl, readPurl } from '@carapace/shared/sbom/names/purl'
import type { ComponentAlias } from '@carapace/shared/sbom/policies.contract'
import type { Tx } from '../../core/db.ts'
import { componentKeys, type ComponentKeys } from '../bom-documents/component-keys.ts'
import { aliasedIn, aliasesOf, componentsCalled, type NamedVersion, writeKeys } from './aliases.queries.ts'

/** Component versions whose keys one alias may change. */
const mostRenamed = 20_000

type Meaning = Pick<ComponentAlias, 'name' | 'supplier' | 'purl' | 'cpe'>

/** Finds the alias of a component: one with its supplier comes before one for any (rule SBOM-42). */
export function aliasFinder<A extends Meaning>(
  aliases: readonly A[],
): (component: Pick<NamedVersion, 'name' | 'supplier'>) => A | undefined {
  const keyOf = (name: string, supplier: string) => JSON.stringify([name.toLowerCase(), supplier.toLowerCase()])
  const byKey = new Map<string, A>()
  for (const alias of aliases) {
    const key = keyOf(alias.name, alias.supplier)
    if (!byKey.has(key)) byKey.set(key, alias)
  }
  return ({ name, supplier }) => byKey.get(keyOf(name, supplier)) ?? byKey.get(keyOf(name, ''))
}

/** The keys of a component. An alias may give it another purl or CPE, in which the component's version is put. */
export function keysWith(component: NamedVersion, alias: Meaning | undefined): ComponentKeys & { readonly id: number } {
  const { id, name, version } = component
  const purl = alias?.purl ? versioned(alias.purl, version) : component.purl
  const cpe = alias?.cpe ? versionedCpe(alias.cpe, version) : component.cpe
  const named = { name, version, ...(purl !== null && { purl }), ...(cpe !== null && { cpe }) }
  return { id, ...componentKeys(named, undefined) }
}

function versioned(purl: string, version: string): string {
  const read = readPurl(purl)
  return read.ok && version !== '' ? formatPurl({ ...read.value.purl, version }) : purl
}

function versionedCpe(cpe: string, version: string): string {
  const read = parseCpe(cpe)
  if (!read.ok || version === '') return cpe
  return formatCpe({ ...read.value, version: { before: 0, text: version.toLowerCase(), after: 0 } })
}

/**
 * Gives the components that changed aliases are about their keys again, and no others: these may have theirs from the
 * distribution of their document. Returns the component versions.
 */
export async function renameComponents(tx: Tx, org: Org, changed: readonly Meaning[]): Promise<number[]> {
  const names = changed.map(({ name }) => name)
  const called = await componentsCalled(tx, org, names, mostRenamed)
  const changedFor = aliasFinder(changed)
  const components = called.filter((component) => changedFor(component) !== undefined)
  const aliasFor = aliasFinder(await aliasesOf(tx, org))
  await writeKeys(
    tx,
    org,
    components.map((component) => keysWith(component, aliasFor(component))),
  )
  return components.map(({ id }) => id)
}

/** Gives those components of a document their keys that have an alias. */
export async function aliasDocument(tx: Tx, org: Org, documentUuid: string): Promise<void> {
  const components = await aliasedIn(tx, org, documentUuid)
  if (components.length === 0) return
  const aliasFor = aliasFinder(await aliasesOf(tx, org))
  await writeKeys(
    tx,
    org,
    components.map((component) => keysWith(component, aliasFor(component))),
  )
}
