import type { Vex, VexProduct, VexStatement } from '@carapace/shared/sbom/vex/vex'
import { lostInFive, productKey, productName, reasonOf, uuidOf } from './identity.ts'
import { toFive, toFour } from './terms.ts'
import type { VexContext, Written } from './written.ts'

const statusNames = {
  affected: 'known_affected',
  not_affected: 'known_not_affected',
  fixed: 'fixed',
  under_investigation: 'under_investigation',
} as const

const categories: Readonly<Record<string, string>> = {
  update: 'vendor_fix',
  rollback: 'workaround',
  workaround_available: 'workaround',
  will_not_fix: 'no_fix_planned',
  can_not_fix: 'none_available',
}

/** Writes CSAF 2.0 of the profile VEX (clause 4.5): each status with the reason or remediation that it must have. */
export function writeCsafVex(vex: Vex, { publisher, now }: VexContext): Written {
  const lost = lostInFive(vex)
  const ids = new Map<string, string>()
  const named = new Map<string, VexProduct>()
  for (const product of vex.statements.flatMap(({ products }) => products)) {
    const key = productKey(product)
    if (ids.has(key)) continue
    const id = `P-${ids.size + 1}`
    ids.set(key, id)
    named.set(id, product)
  }
  for (const { id, responses, vectors, aliases, products } of vex.statements) {
    if (products.length === 0) lost.note(id, 'the statement names no product: CSAF has no place for its state')
    if (responses.includes('rollback')) lost.note(id, 'the response rollback is written as workaround')
    if (vectors.length)
      lost.note(id, 'CVSS vectors are left out: CSAF wants their scores, which are not in the statement')
    if (aliases.some((alias) => !alias.startsWith('CVE-')) || !id.startsWith('CVE-'))
      lost.note(id, 'names of the systems that gave the ids are not known')
  }
  const document = {
    document: {
      category: 'csaf_vex',
      csaf_version: '2.0',
      notes: [{ category: 'summary', text: 'Statements on vulnerabilities in the products.', title: 'Summary' }],
      publisher: { category: 'vendor', name: vex.author ?? publisher.name, namespace: publisher.namespace },
      title: 'Statements on vulnerabilities (VEX)',
      tracking: trackingOf(vex, now),
    },
    ...(named.size
      ? {
          product_tree: {
            full_product_names: [...named].map(([id, product]) => ({
              name: productName(product),
              product_id: id,
              ...helperOf(product),
            })),
          },
        }
      : {}),
    vulnerabilities: vulnerabilitiesOf(vex, ids),
  }
  for (const product of named.values()) {
    if (product.within !== undefined) lost.note(productName(product), 'the part and its product are one name')
    if (product.range !== undefined) lost.note(productName(product), 'the range is a part of the name')
  }
  return { text: `${JSON.stringify(document, null, 2)}\n`, lost: lost.list }
}

function trackingOf(vex: Vex, now: string) {
  return {
    current_release_date: now,
    id: `vex-${uuidOf(vex)}`,
    initial_release_date: now,
    revision_history: [{ date: now, number: '1', summary: 'First version.' }],
    status: 'final',
    version: '1',
  }
}

function helperOf({ purl, cpe, hashes }: VexProduct) {
  const lengths: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 96: 'sha384', 128: 'sha512' }
  const files = hashes.flatMap((value) => {
    const algorithm = lengths[value.length]
    return algorithm === undefined ? [] : [{ algorithm, value }]
  })
  const helper = {
    ...(cpe === undefined ? {} : { cpe }),
    ...(files.length ? { hashes: [{ file_hashes: files, filename: 'artefact' }] } : {}),
    ...(purl === undefined ? {} : { purl }),
  }
  return Object.keys(helper).length ? { product_identification_helper: helper } : {}
}

interface Entry {
  readonly status: Map<string, Set<string>>
  readonly flags: object[]
  readonly threats: object[]
  readonly remediations: object[]
}

/** One entry a vulnerability; a product is in one status: that of the last statement (CSAF test 6.1.6). */
function vulnerabilitiesOf(vex: Vex, ids: ReadonlyMap<string, string>) {
  const entries = new Map<string, { readonly aliases: Set<string>; readonly entry: Entry }>()
  const latest = new Map<string, VexStatement>()
  for (const statement of vex.statements)
    for (const product of statement.products) latest.set(`${statement.id} ${ids.get(productKey(product))!}`, statement)
  for (const statement of vex.statements) {
    const { id, aliases, products } = statement
    const found = entries.get(id) ?? {
      aliases: new Set<string>(),
      entry: { status: new Map<string, Set<string>>(), flags: [], threats: [], remediations: [] },
    }
    entries.set(id, found)
    for (const alias of aliases) found.aliases.add(alias)
    const own = products.map((product) => ids.get(productKey(product))!)
    const inEffect = [...new Set(own)].filter((each) => latest.get(`${id} ${each}`) === statement)
    if (inEffect.length) addStatement(found.entry, statement, inEffect)
  }
  return [...entries].map(([id, { aliases, entry }]) => {
    const all = [id, ...aliases]
    const cve = all.find((each) => /^CVE-\d{4}-\d{4,}$/.test(each))
    const others = all.filter((each) => each !== cve)
    return {
      ...(cve === undefined ? {} : { cve }),
      ...(entry.flags.length ? { flags: entry.flags } : {}),
      ...(others.length ? { ids: others.map((text) => ({ system_name: 'other', text })) } : {}),
      notes: [{ category: 'summary', text: id, title: 'Vulnerability' }],
      ...(entry.status.size
        ? { product_status: Object.fromEntries([...entry.status].map(([name, some]) => [name, [...some]])) }
        : {}),
      ...(entry.remediations.length ? { remediations: entry.remediations } : {}),
      ...(entry.threats.length ? { threats: entry.threats } : {}),
    }
  })
}

function addStatement(entry: Entry, statement: VexStatement, product_ids: readonly string[]): void {
  const { state, justification, detail, responses } = statement
  const [status] = toFour[state]
  const name = statusNames[status]
  const listed = entry.status.get(name) ?? new Set<string>()
  for (const id of product_ids) listed.add(id)
  entry.status.set(name, listed)
  if (status === 'not_affected') {
    if (justification !== undefined) entry.flags.push({ label: toFive[justification][0], product_ids })
    if (justification === undefined || detail !== undefined)
      entry.threats.push({ category: 'impact', details: reasonOf(statement), product_ids })
    return
  }
  const actions = responses.length === 0 && status === 'affected' ? ['can_not_fix'] : responses
  for (const response of actions)
    entry.remediations.push({
      category: categories[response] ?? 'mitigation',
      details: detail ?? 'No action was stated.',
      product_ids,
    })
  if (actions.length === 0 && detail !== undefined)
    entry.threats.push({ category: 'impact', details: detail, product_ids })
}
