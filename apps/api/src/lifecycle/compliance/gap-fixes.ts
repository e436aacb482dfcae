import { randomUUID } from 'node:crypto'
import { properties } from '@carapace/shared/catalogues/words'
import { Failure } from '@carapace/shared/core/failure'
import { type ArtefactFix, gapRuleNamed, missingRuleNamed } from '@carapace/shared/lifecycle/compliance/gaps'
import type { ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { noEffort } from '@carapace/shared/lifecycle/attack-tree/tree'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import { lockGraph, refuseReaders } from '../../graph/programs/access.queries.ts'
import { artefactRows, codeOfRow, linksAt, type ListedLink } from '../../graph/artefacts/artefacts.queries.ts'
import { type AfterWrite, type GraphInput, writeGraph } from '../../graph/artefacts/writes.ts'
import { gapProgram, gapSubjects, type Subject } from './gaps.queries.ts'

interface Broken {
  /** The rule's key, and the artefact that breaks it or the code of the missing item. */
  readonly rule: string
  readonly uuid?: string | undefined
  readonly item?: string | undefined
}

/** Applies the quick fix of a rule to one gap; returns the created or changed artefacts (rule GAP-13). */
export async function fixGapIn(
  tx: Tx,
  caller: Caller,
  programUuid: string,
  { rule, uuid, item }: Broken,
  after: AfterWrite,
): Promise<string[]> {
  await refuseReaders(tx, caller, programUuid)
  // the lock keeps others from fixing the same gap at the same time
  await lockGraph(tx, caller.org, programUuid)
  const graphInput =
    uuid === undefined
      ? await plannedItem(tx, caller, programUuid, rule, item!)
      : await plannedFix(tx, caller, programUuid, rule, uuid)
  const { uuids } = await writeGraph(tx, caller, programUuid, graphInput, after)
  return uuids.length > 0 ? uuids : [...new Set(graphInput.link.map(({ to }) => to))]
}

async function plannedItem(
  tx: Tx,
  { org }: Caller,
  programUuid: string,
  key: string,
  item: string,
): Promise<GraphInput> {
  const rule = missingRuleNamed(key)
  if (!rule?.fix) throw noFix(rule !== undefined)
  const missing = rule.missing(await gapSubjects(tx, org, programUuid)).find(({ code }) => code === item)
  if (!missing) throw fixed()
  return {
    artefacts: [
      { kind: 'work-product', title: missing.title, fields: { work_product: item }, origin: originOf(rule.title) },
    ],
    link: [],
    unlink: [],
  }
}

async function plannedFix(
  tx: Tx,
  { org }: Caller,
  programUuid: string,
  key: string,
  uuid: string,
): Promise<GraphInput> {
  const rule = gapRuleNamed(key)
  const [subject] = await gapSubjects(tx, org, programUuid, uuid)
  if (!subject) throw new Failure('NOT_FOUND')
  if (!rule?.fix) throw noFix(rule !== undefined)
  if (!rule.breaks(subject, await gapProgram(tx, org, programUuid))) throw fixed()
  const links = await linksAt(tx, org, programUuid, [uuid])
  const assets = await artefactRows(
    tx,
    org,
    programUuid,
    links.filter(({ kind, toUuid }) => kind === 'targets' && toUuid === uuid).map(({ fromUuid }) => fromUuid),
  )
  const harmed = rule.fix === 'link-damage' ? await linksAt(tx, org, programUuid, [...assets.keys()]) : []
  return plans[rule.fix]({ subject, asset: [...assets.values()][0]?.title, harmed, origin: originOf(rule.title) })
}

const noFix = (isRule: boolean) =>
  new Failure('INVALID_INPUT', {
    errors: { rule: isRule ? 'There is no quick fix for this.' : 'There is no such rule.' },
  })
const fixed = () => new Failure('RULE_REFUSED', { message: 'Somebody else has closed this gap already.' })
const originOf = (title: string) => ({ how: 'rules' as const, what: `Gap: ${title}` })

interface Gap {
  readonly subject: Subject
  /** The title of the asset that a threat scenario targets. */
  readonly asset: string | undefined
  /** Links at the assets that it targets. */
  readonly harmed: readonly ListedLink[]
  readonly origin: NonNullable<ArtefactInput['origin']>
}

const named = (...words: readonly string[]) => words.join(' ').slice(0, 300)

/** The properties at stake, in words: Integrity and authenticity. */
function stakesOf(value: unknown): string {
  const words = ((value ?? []) as (keyof typeof properties)[]).map((property, i) =>
    i === 0 ? properties[property] : properties[property].toLowerCase(),
  )
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`
}

/** A new artefact, linked with the artefact that has the gap. */
function made(
  kind: string,
  title: string,
  link: { kind: string } & ({ from: string } | { to: string }),
  { origin }: Gap,
  fields: Record<string, unknown> = {},
): GraphInput {
  const uuid = randomUUID()
  return {
    artefacts: [{ new_uuid: uuid, kind, title: title.slice(0, 300), fields, origin }],
    link: [{ from: uuid, to: uuid, ...link }],
    unlink: [],
  }
}

/** The graph changes of each fix. */
const plans: Readonly<Record<ArtefactFix, (gap: Gap) => GraphInput>> = {
  damage(gap) {
    const { uuid, title, fields } = gap.subject
    const lost = stakesOf(fields.properties)
    return made(
      'damage-scenario',
      lost === '' ? `Harm to ${title}` : `${lost} of ${title} lost`,
      { kind: 'harms', from: uuid },
      gap,
      { loses: fields.properties ?? [] },
    )
  },
  'link-damage'({ subject: { uuid }, harmed }) {
    const damages = [...new Set(harmed.filter(({ kind }) => kind === 'harms').map(({ toUuid }) => toUuid))]
    if (damages.length === 0)
      throw new Failure('RULE_REFUSED', {
        message: 'No damage scenario describes the damage to its asset. Add a damage scenario first.',
      })
    return { artefacts: [], link: damages.map((damage) => ({ kind: 'leads-to', from: damage, to: uuid })), unlink: [] }
  },
  tree(gap) {
    const { uuid, title } = gap.subject
    const step = {
      id: 'A',
      title: title.slice(0, 200),
      note: '',
      gate: null,
      parts: [],
      effort: noEffort,
      techniques: [],
      controls: [],
      caps: [],
    }
    return made('attack-tree', title, { kind: 'refined-in', from: uuid }, gap, { tree: { root: 'A', steps: [step] } })
  },
  reduce: ({ subject: { uuid, kind, revision } }) => ({
    artefacts: [{ uuid, kind, revision, fields: { treatment: 'reduce' } }],
    link: [],
    unlink: [],
  }),
  goal(gap) {
    const { uuid, title, fields } = gap.subject
    const stakes = stakesOf(fields.properties)
    return made(
      'goal',
      gap.asset === undefined || stakes === '' ? `Prevent: ${title}` : named(stakes, 'of', gap.asset),
      { kind: 'answered-by', from: uuid },
      gap,
      { property: fields.properties ?? [] },
    )
  },
  claim: (gap) =>
    made(
      'claim',
      `${gap.subject.title}: the risk is ${gap.subject.fields.treatment === 'share' ? 'shared' : 'retained'}`,
      { kind: 'answered-by', from: gap.subject.uuid },
      gap,
    ),
  concept: (gap) =>
    made('concept', `Concept for ${gap.subject.title}`, { kind: 'conceived', from: gap.subject.uuid }, gap),
  requirement(gap) {
    const { uuid, kind, title } = gap.subject
    return kind === 'control'
      ? made('requirement', `Realise: ${title}`, { kind: 'realised', to: uuid }, gap)
      : made('requirement', `Ensure: ${title}`, { kind: 'demands', from: uuid }, gap)
  },
  test: (gap) =>
    made(
      'test-case',
      `Verify ${codeOfRow(gap.subject)}: ${gap.subject.title}`,
      { kind: 'verified', from: gap.subject.uuid },
      gap,
    ),
}
