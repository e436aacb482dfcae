import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import type { Vex, VexJustification, VexProduct, VexState, VexStatement } from '@carapace/shared/sbom/vex/vex'
import { createIgnored } from '../building.ts'
import { mostVexIgnored } from '../cyclonedx-vex.ts'
import { compact, type Fields, fieldsOf, listOf, objectIn, objectsOf, textOf, textsOf } from '../fields.ts'
import { productsOfTree } from './csaf-products.ts'
import { fromFive } from './terms.ts'

/** Whether a document is CSAF, of any category. */
export function isCsaf(document: Fields): boolean {
  return textOf(fieldsOf(document['document'])['csaf_version']) !== undefined
}

/** The faults that keep statements from being read; the complete tests of CSAF are those of advisories. */
export function csafFaults(document: Fields): readonly BomFault[] {
  const head = fieldsOf(document['document'])
  if (!/^2\.[01]$/.test(String(head['csaf_version'])))
    return [{ place: '/document/csaf_version', message: 'Only CSAF 2.0 and 2.1 is read.' }]
  if (document['vulnerabilities'] !== undefined && !Array.isArray(document['vulnerabilities']))
    return [{ place: '/vulnerabilities', message: 'The value must be a list.' }]
  return listOf(document['vulnerabilities']).flatMap((each, at) =>
    objectIn(each) || at > 100 ? [] : [{ place: `/vulnerabilities/${at}`, message: 'The value must be an object.' }],
  )
}

const states: Readonly<Record<string, VexState>> = {
  known_affected: 'exploitable',
  first_affected: 'exploitable',
  last_affected: 'exploitable',
  known_not_affected: 'not_affected',
  fixed: 'resolved',
  first_fixed: 'resolved',
  under_investigation: 'in_triage',
}

const responses: Readonly<Record<string, string>> = {
  vendor_fix: 'update',
  workaround: 'workaround_available',
  mitigation: 'workaround_available',
  no_fix_planned: 'will_not_fix',
  none_available: 'can_not_fix',
}

/** The statements of a CSAF document, its product tree resolved (CSAF 2.0, clauses 3.2.2 and 3.2.3; rule VEX-6). */
export function readCsafVex(document: Fields): Vex {
  const head = fieldsOf(document['document'])
  const tracking = fieldsOf(head['tracking'])
  const ignored = createIgnored(mostVexIgnored)
  const products = productsOfTree(fieldsOf(document['product_tree']))
  const groups = groupsOf(document)
  const stated = textOf(tracking['current_release_date'])
  const statements: VexStatement[] = []
  for (const [at, vulnerability] of objectsOf(document['vulnerabilities']).entries()) {
    const ids = [
      textOf(vulnerability['cve']),
      ...objectsOf(vulnerability['ids']).map((each) => textOf(each['text'])),
    ].filter((each) => each !== undefined)
    if (ids.length === 0) ignored.note(`/vulnerabilities/${at}`, 'it has no id')
    else statements.push(...statementsOf(vulnerability, at, ids, products, groups, stated, ignored))
  }
  return compact<Vex>({
    format: 'CSAF VEX',
    id: textOf(tracking['id']),
    author: textOf(fieldsOf(head['publisher'])['name']),
    stated,
    statements,
    ignored: ignored.list,
  })
}

function groupsOf(document: Fields): ReadonlyMap<string, readonly string[]> {
  return new Map(
    objectsOf(fieldsOf(document['product_tree'])['product_groups']).map((each) => [
      String(each['group_id']),
      textsOf(each['product_ids']),
    ]),
  )
}

interface About {
  justification?: VexJustification
  stated?: string
  readonly responses: Set<string>
  readonly details: Set<string>
  readonly vectors: Set<string>
}

/** What flags, threats, remediations and scores state of each product. */
function factsOf(vulnerability: Fields, groups: ReadonlyMap<string, readonly string[]>): (id: string) => About {
  const facts = new Map<string, About>()
  const aboutOf = (id: string): About => {
    const about = facts.get(id) ?? { responses: new Set(), details: new Set(), vectors: new Set() }
    facts.set(id, about)
    return about
  }
  const each = (entry: Fields, apply: (about: About) => void): void => {
    const named = [
      ...textsOf(entry['product_ids']),
      ...textsOf(entry['products']),
      ...textsOf(entry['group_ids']).flatMap((group) => groups.get(group) ?? []),
    ]
    for (const id of new Set(named)) apply(aboutOf(id))
  }
  for (const flag of objectsOf(vulnerability['flags'])) {
    const label = String(flag['label'])
    const date = textOf(flag['date'])
    each(flag, (about) => {
      if (Object.hasOwn(fromFive, label)) about.justification = fromFive[label]!
      if (date !== undefined) about.stated = date
    })
  }
  for (const threat of objectsOf(vulnerability['threats']))
    if (threat['category'] === 'impact')
      each(threat, (about) => void about.details.add(textOf(threat['details']) ?? ''))
  for (const remediation of objectsOf(vulnerability['remediations'])) {
    const category = String(remediation['category'])
    const response = Object.hasOwn(responses, category) ? responses[category] : undefined
    each(remediation, (about) => {
      if (response !== undefined) about.responses.add(response)
      about.details.add(textOf(remediation['details']) ?? '')
    })
  }
  for (const score of [...objectsOf(vulnerability['scores']), ...objectsOf(vulnerability['metrics'])]) {
    const measured = score['content'] === undefined ? score : fieldsOf(score['content'])
    for (const name of ['cvss_v2', 'cvss_v3', 'cvss_v4']) {
      const vector = textOf(fieldsOf(measured[name])['vectorString'])
      if (vector !== undefined) each(score, (about) => void about.vectors.add(vector))
    }
  }
  return aboutOf
}

/** One statement for the products of a vulnerability of which the same is stated. */
function statementsOf(
  vulnerability: Fields,
  at: number,
  [id, ...aliases]: readonly string[],
  products: ReadonlyMap<string, VexProduct>,
  groups: ReadonlyMap<string, readonly string[]>,
  documentTime: string | undefined,
  ignored: ReturnType<typeof createIgnored>,
): readonly VexStatement[] {
  const aboutOf = factsOf(vulnerability, groups)
  const alike = new Map<string, { statement: Omit<VexStatement, 'products'>; products: VexProduct[] }>()
  for (const [status, listed] of Object.entries(fieldsOf(vulnerability['product_status']))) {
    const state = Object.hasOwn(states, status) ? states[status] : undefined
    if (!state) {
      ignored.note(`/vulnerabilities/${at}/product_status/${status}`, 'this status states no effect')
      continue
    }
    for (const product of new Set(textsOf(listed))) {
      const about = aboutOf(product)
      const statement = compact<Omit<VexStatement, 'products'>>({
        id: id!,
        aliases,
        state,
        justification: state === 'not_affected' ? about.justification : undefined,
        responses: [...about.responses],
        detail: [...about.details].filter(Boolean).join('\n'),
        stated: about.stated ?? documentTime,
        vectors: [...about.vectors],
      })
      const key = JSON.stringify(statement)
      const group = alike.get(key) ?? { statement, products: [] }
      alike.set(key, group)
      const found = products.get(product)
      if (found) group.products.push(found)
      else ignored.note(`/vulnerabilities/${at}/product_status/${status}`, `the product ${product} is in no tree`)
    }
  }
  return [...alike.values()]
    .filter((each) => each.products.length)
    .map(({ statement, products: some }) => ({ ...statement, products: some }))
}
