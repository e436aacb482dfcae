import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import type { Vex, VexProduct, VexStatement } from '@carapace/shared/sbom/vex/vex'
import { createIgnored } from '../building.ts'
import { mostVexIgnored } from '../cyclonedx-vex.ts'
import { compact, type Fields, fieldsOf, listOf, objectIn, objectsOf, textOf, textsOf } from '../fields.ts'
import { mostFaults } from '../limits.ts'
import { fromFive, fromFour } from './terms.ts'

/** Whether a document's context is OpenVEX's, of any version. */
export function isOpenVex(document: Fields): boolean {
  const contexts = [document['@context'], ...listOf(document['@context'])]
  return contexts.some((each) => typeof each === 'string' && /^https:\/\/openvex\.dev\/ns\b/.test(each))
}

/** The faults of an OpenVEX document (specification 0.2.0, "Statement Fields"), at most 100. */
export function openVexFaults(document: Fields): readonly BomFault[] {
  const faults: BomFault[] = []
  if (!Array.isArray(document['statements']))
    return [{ place: '/statements', message: 'The list of statements is missing.' }]
  for (const [at, value] of listOf(document['statements']).entries()) {
    if (faults.length >= mostFaults) break
    const place = `/statements/${at}`
    const statement = objectIn(value)
    if (!statement) faults.push({ place, message: 'The value must be an object.' })
    else {
      if (idOf(statement['vulnerability']) === undefined)
        faults.push({ place: `${place}/vulnerability`, message: 'The name of the vulnerability is missing.' })
      if (!Object.hasOwn(fromFour, String(statement['status'])))
        faults.push({
          place: `${place}/status`,
          message: `The value must be one of ${Object.keys(fromFour).join(', ')}.`,
        })
    }
  }
  return faults
}

/** A vulnerability is a text (0.0.1) or an object with a name (0.2.0). */
function idOf(vulnerability: unknown): string | undefined {
  const fields = fieldsOf(vulnerability)
  return textOf(vulnerability) ?? textOf(fields['name']) ?? textOf(fields['@id'])
}

/** The statements of a checked OpenVEX document. */
export function readOpenVex(document: Fields): Vex {
  const ignored = createIgnored(mostVexIgnored)
  const stated = textOf(document['last_updated']) ?? textOf(document['timestamp'])
  const statements = objectsOf(document['statements']).map((each, at) => {
    if (
      each['status'] === 'not_affected' &&
      each['justification'] === undefined &&
      each['impact_statement'] === undefined
    )
      ignored.note(`/statements/${at}`, 'it gives neither a justification nor an impact statement')
    return statementOf(each, stated)
  })
  return compact<Vex>({
    format: 'OpenVEX',
    id: textOf(document['@id']),
    author: textOf(document['author']),
    stated,
    statements,
    ignored: ignored.list,
  })
}

function statementOf(fields: Fields, documentTime: string | undefined): VexStatement {
  const vulnerability = fieldsOf(fields['vulnerability'])
  const justification = String(fields['justification'])
  const action = textOf(fields['action_statement'])
  const id = idOf(fields['vulnerability'])!
  return compact<VexStatement>({
    id,
    aliases: textsOf(vulnerability['aliases']).filter((alias) => alias !== id),
    products: listOf(fields['products']).flatMap(productsOf),
    state: fromFour[String(fields['status'])]!,
    justification: Object.hasOwn(fromFive, justification) ? fromFive[justification] : undefined,
    responses: action === undefined ? [] : ['update'],
    detail: [textOf(fields['impact_statement']), action, textOf(fields['status_notes'])]
      .filter((each) => each !== undefined)
      .join('\n'),
    stated: textOf(fields['last_updated']) ?? textOf(fields['timestamp']) ?? documentTime,
    vectors: [],
  })
}

/** The product, or the parts of it that the statement names: each holds within the product. */
function productsOf(value: unknown): readonly VexProduct[] {
  const product = componentOf(value)
  if (!product) return []
  const within = product.purl ?? product.cpe ?? product.ref
  const inside = listOf(fieldsOf(value)['subcomponents']).flatMap((each) => componentOf(each) ?? [])
  return inside.length ? inside.map((each) => compact<VexProduct>({ ...each, within })) : [product]
}

function componentOf(value: unknown): VexProduct | undefined {
  const fields = fieldsOf(value)
  const identifiers = fieldsOf(fields['identifiers'])
  const ref = textOf(value) ?? textOf(fields['@id'])
  const purl = textOf(identifiers['purl']) ?? (ref?.startsWith('pkg:') ? ref : undefined)
  const cpe =
    textOf(identifiers['cpe23']) ?? textOf(identifiers['cpe22']) ?? (ref?.startsWith('cpe:') ? ref : undefined)
  if (ref === undefined && purl === undefined && cpe === undefined) return undefined
  return compact<VexProduct>({
    ref,
    purl,
    cpe,
    hashes: Object.values(fieldsOf(fields['hashes'])).flatMap((each) => textOf(each)?.toLowerCase() ?? []),
  })
}
