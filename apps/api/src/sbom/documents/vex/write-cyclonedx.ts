import type { Vex, VexProduct, VexStatement } from '@carapace/shared/sbom/vex/vex'
import { createIgnored } from '../building.ts'
import { mostVexIgnored } from '../cyclonedx-vex.ts'
import { algorithmOfLength, distinct, productName, uuidOf } from './identity.ts'
import type { VexContext, Written } from './written.ts'

/** Writes CycloneDX 1.6 with the statements, and the products that they are about as components. */
export function writeCycloneDxVex(vex: Vex, { publisher, now }: VexContext): Written {
  const lost = createIgnored(mostVexIgnored)
  const components = new Map<string, object>()
  const vulnerabilities = vex.statements.map((statement) => vulnerabilityOf(statement, components, lost))
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(vex)}`,
    version: 1,
    metadata: { timestamp: isTime(vex.stated) ? vex.stated : now, supplier: { name: vex.author ?? publisher.name } },
    ...(components.size ? { components: [...components.values()] } : {}),
    vulnerabilities: distinct(vulnerabilities),
  }
  return { text: `${JSON.stringify(document, null, 2)}\n`, lost: lost.list }
}

/** Whether a text is a time with a zone (RFC 3339), as the schema wants it. */
export function isTime(text: string | undefined): boolean {
  return (
    text !== undefined &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  )
}

/** A vulnerability of a document; `components` gets the products that it names. */
export function vulnerabilityOf(
  statement: VexStatement,
  components: Map<string, object>,
  lost: ReturnType<typeof createIgnored>,
): object {
  const { id, aliases, state, justification, responses, detail, stated, vectors } = statement
  if (stated !== undefined && !isTime(stated)) lost.note(id, `the time ${stated.slice(0, 40)} has no zone, or is none`)
  const responsesKnown = responses.filter((each) =>
    ['can_not_fix', 'will_not_fix', 'update', 'rollback', 'workaround_available'].includes(each),
  )
  return {
    id,
    ...(aliases.length
      ? { references: [...new Set(aliases)].map((alias) => ({ id: alias, source: { name: sourceOf(alias) } })) }
      : {}),
    ...(vectors.length
      ? { ratings: [...new Set(vectors)].map((vector) => ({ method: methodOf(vector), vector })) }
      : {}),
    analysis: {
      state,
      ...(justification === undefined ? {} : { justification }),
      ...(responsesKnown.length ? { response: [...new Set(responsesKnown)] } : {}),
      ...(detail === undefined ? {} : { detail }),
      ...(isTime(stated) ? { lastUpdated: stated } : {}),
    },
    affects: affectsOf(statement, components, lost),
  }
}

/** One entry for each component, with the versions that the statement names of it. */
function affectsOf(
  { id, products }: VexStatement,
  components: Map<string, object>,
  lost: ReturnType<typeof createIgnored>,
): readonly object[] {
  const targets = new Map<string, object[]>()
  for (const product of products) {
    const ref = refOf(product)
    if (product.within !== undefined) lost.note(id, `CycloneDX can't limit it to “${product.within.slice(0, 80)}”`)
    if (!ref.startsWith('urn:cdx:') && !components.has(ref)) components.set(ref, componentOf(product, ref))
    const versions = targets.get(ref) ?? []
    targets.set(ref, versions)
    if (product.range !== undefined) versions.push({ range: product.range.slice(0, 4_096), status: 'affected' })
  }
  return [...targets].map(([ref, versions]) => ({ ref, ...(versions.length ? { versions: distinct(versions) } : {}) }))
}

function refOf(product: VexProduct): string {
  const { ref, purl, cpe } = product
  return ref ?? purl ?? cpe ?? productName(product)
}

function componentOf({ purl, cpe, name, version, hashes, range }: VexProduct, ref: string): object {
  const digests = hashes.flatMap((content) => {
    const alg = algorithmOfLength[content.length]
    return alg === undefined ? [] : [{ alg, content }]
  })
  return {
    type: 'library',
    'bom-ref': ref,
    name: name ?? purl ?? cpe ?? ref,
    ...(version === undefined || range !== undefined ? {} : { version }),
    ...(purl === undefined ? {} : { purl }),
    ...(cpe === undefined ? {} : { cpe }),
    ...(digests.length ? { hashes: distinct(digests) } : {}),
  }
}

function sourceOf(id: string): string {
  if (id.startsWith('CVE-')) return 'NVD'
  return id.startsWith('GHSA-') ? 'GitHub' : 'other'
}

function methodOf(vector: string): string {
  if (vector.startsWith('CVSS:4.0/')) return 'CVSSv4'
  if (vector.startsWith('CVSS:3.1/')) return 'CVSSv31'
  if (vector.startsWith('CVSS:3.0/')) return 'CVSSv3'
  return /^\(?AV:[NAL]\/AC:[HML]\/Au:/.test(vector) ? 'CVSSv2' : 'other'
}
