import { z } from 'zod'
import { type Parsed, parsed, refused } from '../core/parsed.ts'
import { bundleCutter } from './bundle-cutter.ts'
import type { RowInput } from './entry-table.ts'

const Reference = z.object({ source_name: z.string().max(200), external_id: z.string().max(200).optional() })
const StixObject = z.object({
  type: z.string(),
  id: z.string().max(200),
  name: z.string().optional(),
  description: z.string().optional(),
  revoked: z.boolean().optional(),
  x_mitre_deprecated: z.boolean().optional(),
  external_references: z.array(z.unknown()).optional().catch(undefined),
  kill_chain_phases: z.array(z.unknown()).optional().catch(undefined),
  relationship_type: z.string().optional(),
  source_ref: z.string().optional(),
  target_ref: z.string().optional(),
})
type StixObject = z.infer<typeof StixObject>
const Phase = z.object({ phase_name: z.string() })

/** An attack from a bundle, or why it is refused; `row` is its position among the attack patterns, from 1. */
export interface StixRow {
  readonly row: number
  readonly result: Parsed<RowInput & { readonly source: string; readonly sourceId: string }>
}

/** Whether an object is about attacks: a pattern, a course of action, or which action mitigates which pattern. */
const isAboutAttacks = ({ type, relationship_type: kind }: StixObject) =>
  type === 'attack-pattern' || type === 'course-of-action' || kind === 'mitigates'

/**
 * Reads the attack patterns of a STIX 2.1 bundle (rule CATALOGUE-10). Only the objects about attacks are kept while the
 * bundle arrives. A text that is not a bundle is refused as a whole.
 */
export async function readStix(texts: AsyncIterable<string>): Promise<Parsed<StixRow[]>> {
  const known: StixObject[] = []
  const cutter = bundleCutter((object) => {
    const parsedObject = StixObject.safeParse(object).data
    if (parsedObject && isAboutAttacks(parsedObject)) known.push(parsedObject)
  })
  for await (const text of texts) {
    const why = cutter.add(text)
    if (why !== undefined) return refused(why)
  }
  const why = cutter.end()
  if (why !== undefined) return refused(why)
  const patterns = known.filter(({ type }) => type === 'attack-pattern')
  if (patterns.length === 0) return refused('There is no attack pattern in it.')
  const mitigations = mitigationsIn(known)
  return parsed(
    patterns.map((pattern, i) => ({ row: i + 1, result: attackIn(pattern, mitigations.get(pattern.id) ?? []) })),
  )
}

/** The names of the courses of action that mitigate each attack pattern, by the pattern's id. */
function mitigationsIn(objects: readonly StixObject[]): Map<string, string[]> {
  const actions = new Map(
    objects.filter(({ type }) => type === 'course-of-action').map(({ id, name }) => [id, name?.trim().slice(0, 300)]),
  )
  const mitigations = new Map<string, string[]>()
  for (const { relationship_type: kind, source_ref: from = '', target_ref: to = '' } of objects) {
    const name = actions.get(from)
    if (kind === 'mitigates' && name) mitigations.set(to, [...(mitigations.get(to) ?? []), name].slice(0, 20))
  }
  return mitigations
}

function attackIn(pattern: StixObject, mitigations: readonly string[]): StixRow['result'] {
  const title = pattern.name?.trim().slice(0, 300)
  if (!title) return refused('It has no name.')
  if (pattern.revoked || pattern.x_mitre_deprecated) return refused(`${title}: it was revoked or deprecated.`)
  const known = (pattern.external_references ?? [])
    .flatMap((one) => Reference.safeParse(one).data ?? [])
    .find(({ external_id: id }) => id)
  const id = known?.external_id?.trim() ?? ''
  if (id === '' || id.length > 40) return refused(`${title}: it has no id at its source of 40 letters at most.`)
  const tactic =
    (pattern.kill_chain_phases ?? []).flatMap((one) => Phase.safeParse(one).data ?? [])[0]?.phase_name ?? ''
  return parsed({
    code: id,
    title,
    source: known!.source_name.slice(0, 60),
    sourceId: id,
    fields: {
      description: (pattern.description ?? '').trim().slice(0, 5_000),
      techniques: [id],
      tactic: wordsOf(tactic).slice(0, 80),
      mitigations: [...new Set(mitigations)],
    },
  })
}

/** A phase in readable form: initial-access becomes Initial access. */
function wordsOf(phase: string): string {
  const words = phase.replaceAll('-', ' ').trim()
  return words === '' ? '' : `${words[0]!.toUpperCase()}${words.slice(1)}`
}
