import type { BomComponent } from '@carapace/shared/sbom/documents/bom'
import {
  type Vex,
  type VexJustification,
  vexJustifications,
  type VexProduct,
  type VexState,
  type VexStatement,
  vexStates,
} from '@carapace/shared/sbom/vex/vex'
import { createIgnored } from './building.ts'
import { compact, type Fields, fieldsOf, objectIn, objectsOf, textOf, textsOf } from './fields.ts'

const states: ReadonlySet<unknown> = new Set(vexStates)
const justifications: ReadonlySet<unknown> = new Set(vexJustifications)
/** The most lines of what could not be read. */
export const mostVexIgnored = 1_000

/** The statements of a CycloneDX document: its `vulnerabilities`, then the patches of its components (rule VEX-2). */
export function vexOfCycloneDx(document: Fields, components: readonly BomComponent[]): Vex {
  const ignored = createIgnored(mostVexIgnored)
  const metadata = fieldsOf(document['metadata'])
  const byRef = new Map(components.map((each) => [each.ref, each]))
  const statements: VexStatement[] = []
  for (const [at, each] of objectsOf(document['vulnerabilities']).entries()) {
    const id = textOf(each['id'])
    if (id === undefined) ignored.note(`/vulnerabilities/${at}`, 'it has no id')
    else statements.push(statementOf(each, id, byRef))
  }
  for (const each of components) statements.push(...patchStatements(each))
  const author = objectsOf(metadata['authors'])
    .map((person) => textOf(person['name']))
    .find(Boolean)
  return compact<Vex>({
    format: document['vulnerabilities'] === undefined && statements.length === 0 ? undefined : 'CycloneDX VEX',
    id: textOf(document['serialNumber']),
    author:
      author ?? textOf(fieldsOf(metadata['supplier'])['name']) ?? textOf(fieldsOf(metadata['manufacturer'])['name']),
    stated: textOf(metadata['timestamp']),
    statements,
    ignored: ignored.list,
  })
}

function statementOf(vulnerability: Fields, id: string, byRef: ReadonlyMap<string, BomComponent>): VexStatement {
  const analysis = objectIn(vulnerability['analysis'])
  const state = analysis?.['state']
  const justification = analysis?.['justification']
  return compact<VexStatement>({
    id,
    aliases: [...new Set(objectsOf(vulnerability['references']).flatMap((each) => textOf(each['id']) ?? []))].filter(
      (alias) => alias !== id,
    ),
    products: objectsOf(vulnerability['affects']).flatMap((affected) => productsOf(affected, byRef)),
    state: states.has(state) ? (state as VexState) : 'in_triage',
    justification: justifications.has(justification) ? (justification as VexJustification) : undefined,
    responses: textsOf(analysis?.['response']),
    detail: textOf(analysis?.['detail']),
    stated:
      textOf(analysis?.['lastUpdated']) ??
      textOf(analysis?.['firstIssued']) ??
      textOf(vulnerability['updated']) ??
      textOf(vulnerability['published']),
    vectors: objectsOf(vulnerability['ratings']).flatMap((rating) => textOf(rating['vector']) ?? []),
  })
}

/** One product for each version or range that an entry names; a list without versions means the component itself. */
function productsOf(affected: Fields, byRef: ReadonlyMap<string, BomComponent>): readonly VexProduct[] {
  const ref = textOf(affected['ref'])
  const known = ref === undefined ? undefined : byRef.get(ref)
  const product = compact<VexProduct>({ ...(known ? productOf(known) : { hashes: [] }), ref })
  const versions = objectsOf(affected['versions']).filter((each) => each['status'] !== 'unaffected')
  if (versions.length === 0) return [product]
  return versions.map((each) =>
    compact<VexProduct>({
      ...product,
      version: textOf(each['version']) ?? (textOf(each['range']) === undefined ? product.version : undefined),
      range: textOf(each['range']),
    }),
  )
}

/** What a statement about this component names. */
export function productOf({ ref, purl, cpe, name, version, hashes }: BomComponent): VexProduct {
  return compact<VexProduct>({ ref, purl, cpe, name, version, hashes: hashes.map(({ value }) => value) })
}

/** A patch that resolves vulnerabilities is a statement: resolved, with the pedigree as the reason (rule VEX-3). */
function patchStatements(component: BomComponent): readonly VexStatement[] {
  return component.patches.flatMap((patch) =>
    patch.resolves.map((id) => ({
      id,
      aliases: [],
      products: [productOf(component)],
      state: 'resolved_with_pedigree' as const,
      responses: [],
      detail: patch.url === undefined ? `Patch (${patch.type})` : `Patch (${patch.type}): ${patch.url}`,
      vectors: [],
    })),
  )
}
