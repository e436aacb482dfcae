import type { Vex, VexProduct, VexStatement } from '@carapace/shared/sbom/vex/vex'
import { algorithmOfLength, distinct, lostInFive, productName, reasonOf, uuidOf } from './identity.ts'
import { toFive, toFour } from './terms.ts'
import type { VexContext, Written } from './written.ts'

/** Writes OpenVEX 0.2.0. */
export function writeOpenVex(vex: Vex, { publisher, now }: VexContext): Written {
  const lost = lostInFive(vex)
  for (const { id, responses, vectors, products } of vex.statements) {
    const other = responses.filter((each) => each !== 'update')
    if (other.length) lost.note(id, `OpenVEX has no field for the responses ${other.join(', ')}`)
    if (vectors.length) lost.note(id, 'OpenVEX has no field for CVSS vectors')
    for (const product of products) {
      if (product.range !== undefined) lost.note(id, `OpenVEX has no ranges: ${productName(product)}`)
      else if (product.purl === undefined && product.cpe === undefined)
        lost.note(id, `only a text names the product ${productName(product)}: it has no purl and no CPE`)
    }
  }
  const document = {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `urn:uuid:${uuidOf(vex)}`,
    author: vex.author ?? publisher.name,
    timestamp: vex.stated ?? now,
    last_updated: now,
    version: 1,
    statements: vex.statements.map(statementOf),
  }
  return { text: `${JSON.stringify(document, null, 2)}\n`, lost: lost.list }
}

function statementOf(statement: VexStatement) {
  const { id, aliases, justification, detail, stated, products } = statement
  const [status] = toFour[statement.state]
  return {
    vulnerability: { name: id, ...(aliases.length ? { aliases } : {}) },
    ...(stated === undefined ? {} : { timestamp: stated }),
    products: distinct(products.map(componentOf)),
    status,
    ...(status === 'not_affected' && justification !== undefined ? { justification: toFive[justification][0] } : {}),
    ...(status === 'not_affected' && (justification === undefined || detail !== undefined)
      ? { impact_statement: reasonOf(statement) }
      : {}),
    ...(status === 'affected' ? { action_statement: detail ?? 'No action was stated.' } : {}),
    ...(status !== 'affected' && status !== 'not_affected' && detail !== undefined ? { status_notes: detail } : {}),
  }
}

/** A part is a subcomponent of what it is within. */
function componentOf(product: VexProduct): Record<string, unknown> {
  const { purl, cpe, hashes, within } = product
  const identifiers = { ...(purl === undefined ? {} : { purl }), ...cpeOf(cpe) }
  const digests = hashes.flatMap((value) => {
    const algorithm = algorithmOfLength[value.length]
    return algorithm === undefined ? [] : [[algorithm.toLowerCase(), value]]
  })
  const component = {
    '@id': purl ?? product.ref ?? cpe ?? productName({ ...product, within: undefined }),
    ...(Object.keys(identifiers).length ? { identifiers } : {}),
    ...(digests.length ? { hashes: Object.fromEntries(digests) as Record<string, string> } : {}),
  }
  return within === undefined ? component : { '@id': within, subcomponents: [component] }
}

function cpeOf(cpe: string | undefined): Record<string, string> {
  if (cpe === undefined) return {}
  return cpe.startsWith('cpe:2.3:') ? { cpe23: cpe } : { cpe22: cpe }
}
