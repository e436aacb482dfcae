import type { BomComponent, BomHead } from '@carapace/shared/sbom/documents/bom'
import type { Vex, VexJustification, VexProduct, VexState, VexStatement } from '@carapace/shared/sbom/vex/vex'
import { createIgnored } from './building.ts'
import { mostVexIgnored, productOf } from './cyclonedx-vex.ts'
import { compact, type Fields, listOf, objectIn, objectsOf, textOf } from './fields.ts'
import { creationOf, idIn, refIn, typeIn } from './spdx3-elements.ts'

const states: Readonly<Record<string, VexState>> = {
  security_VexAffectedVulnAssessmentRelationship: 'exploitable',
  security_VexFixedVulnAssessmentRelationship: 'resolved',
  security_VexNotAffectedVulnAssessmentRelationship: 'not_affected',
  security_VexUnderInvestigationVulnAssessmentRelationship: 'in_triage',
}

const justifications: Readonly<Record<string, VexJustification>> = {
  componentNotPresent: 'code_not_present',
  vulnerableCodeNotPresent: 'code_not_present',
  vulnerableCodeNotInExecutePath: 'code_not_reachable',
  vulnerableCodeCannotBeControlledByAdversary: 'code_not_reachable',
  inlineMitigationsAlreadyExist: 'protected_by_mitigating_control',
}

/** The statements of SPDX 3's security profile: one for each assessment of a vulnerability (rule VEX-4). */
export function vexOfSpdx3(
  elements: readonly Fields[],
  byId: ReadonlyMap<string, Fields>,
  components: readonly BomComponent[],
  head: BomHead,
): Vex {
  const ignored = createIgnored(mostVexIgnored)
  const byRef = new Map(components.map((each) => [each.ref, each]))
  const vectors = vectorsOf(elements)
  const statements: VexStatement[] = []
  for (const each of elements) {
    const state = states[typeIn(each)]
    if (!state) continue
    const from = refIn(each['from']) ?? ''
    const id = nameOf(objectIn(each['from']) ?? byId.get(from), from)
    if (id === undefined) {
      ignored.note(idIn(each) ?? 'an assessment', 'the vulnerability has no id')
      continue
    }
    statements.push(statementOf(each, id, from, state, byRef, byId, vectors.get(from) ?? []))
  }
  return compact<Vex>({
    format: statements.length ? 'SPDX 3 security' : undefined,
    id: head.id,
    author: head.authors[0],
    stated: head.created,
    statements,
    ignored: ignored.list,
  })
}

function statementOf(
  fields: Fields,
  id: string,
  from: string,
  state: VexState,
  byRef: ReadonlyMap<string, BomComponent>,
  byId: ReadonlyMap<string, Fields>,
  vectors: readonly string[],
): VexStatement {
  const assessed = refIn(fields['security_assessedElement'])
  const refs = listOf(fields['to']).flatMap((each) => refIn(each) ?? [])
  const action = textOf(fields['security_actionStatement'])
  const justification = String(fields['security_justificationType'])
  const detail = [textOf(fields['security_impactStatement']), action, textOf(fields['security_statusNotes'])]
  return compact<VexStatement>({
    id,
    aliases: aliasesOf(byId.get(from), id),
    products: [...new Set(assessed === undefined ? refs : [...refs, assessed])].map((ref) => productFor(ref, byRef)),
    state,
    justification: Object.hasOwn(justifications, justification) ? justifications[justification] : undefined,
    responses: action === undefined ? [] : ['update'],
    detail: detail.filter((each) => each !== undefined).join('\n') || undefined,
    stated:
      textOf(fields['security_modifiedTime']) ??
      textOf(fields['security_publishedTime']) ??
      textOf(creationOf(fields, byId)['created']),
    vectors,
  })
}

function productFor(ref: string, byRef: ReadonlyMap<string, BomComponent>): VexProduct {
  const known = byRef.get(ref)
  return known ? productOf(known) : { ref, hashes: [] }
}

/** The CVE of a vulnerability, else another identifier, its name, or the end of its IRI. */
function nameOf(vulnerability: Fields | undefined, iri: string): string | undefined {
  const identities = objectsOf(vulnerability?.['externalIdentifier'])
  const cve = identities.find((each) => each['externalIdentifierType'] === 'cve') ?? identities[0]
  return (
    textOf(cve?.['identifier']) ??
    textOf(vulnerability?.['name']) ??
    (/(?:CVE|GHSA)-[\w-]+$/.exec(iri)?.[0] || undefined)
  )
}

function aliasesOf(vulnerability: Fields | undefined, id: string): readonly string[] {
  const identities = objectsOf(vulnerability?.['externalIdentifier'])
  return [...new Set(identities.flatMap((each) => textOf(each['identifier']) ?? []))].filter((each) => each !== id)
}

function vectorsOf(elements: readonly Fields[]): ReadonlyMap<string, readonly string[]> {
  const vectors = new Map<string, string[]>()
  for (const each of elements) {
    const vector = textOf(each['security_vectorString'])
    const from = refIn(each['from'])
    if (vector === undefined || from === undefined) continue
    const list = vectors.get(from) ?? []
    if (list.length < 100) vectors.set(from, [...list, vector])
  }
  return vectors
}
