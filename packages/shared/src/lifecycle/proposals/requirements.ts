import type { CatalogueEntry } from '../../catalogues/catalogue.contract.ts'
import { mitigationWith } from '../../catalogues/shipped/mitigations.ts'
import { shippedSource } from '../../catalogues/shipped-source.ts'
import type { properties } from '../../catalogues/words.ts'
import { attacksFor } from './attacks.ts'
import { type Ground, type ModelArtefact, type Proposal, wordIn, wordsIn } from './model.ts'

/** The requirement of a goal whose threats have no mitigations, by the goal's property. */
const byProperty: Readonly<Record<keyof typeof properties, string>> = {
  confidentiality: 'Disclose it only to authorised parties, at rest and in transit',
  integrity: 'Detect unauthorised changes, and reject the changed data',
  availability: 'Continue to work, or enter a safe state, when an attacker tries to make it unavailable',
  authenticity: 'Verify the source of a message or a command before acting on it',
  authorisation: 'Check the permission for each action before doing it',
  'non-repudiation': 'Record who did what and when, protected against changes',
}

interface Demand {
  /** Known by it, whatever its text: `mitigation:secoc`, `property:integrity`, else the text itself. */
  readonly key: string
  readonly text: string
  readonly entry: CatalogueEntry | undefined
  readonly goals: ModelArtefact[]
  readonly threats: Set<string>
}

/**
 * Proposes requirements for each goal, from the mitigations of the attacks that it answers, and for each control
 * without a requirement (rule PROPOSAL-7).
 */
export function proposeRequirements(ground: Ground): Proposal[] {
  return [...forGoals(ground), ...forControls(ground)]
}

function forGoals(ground: Ground): Proposal[] {
  const { model, newUuid } = ground
  const there = new Map(
    model.ofKind('requirement').flatMap(
      (one) =>
        [
          [keyOf(one.title), one],
          [keyOf(one.origin.what), one],
          [one.origin.id ?? keyOf(one.origin.what), one],
        ] as const,
    ),
  )
  return [...demands(ground).values()].flatMap((demand) => {
    const known = there.get(demand.key)
    const goals = demand.goals.filter(
      ({ uuid }) => !known || !model.before(known.uuid, 'demands').some((goal) => goal.uuid === uuid),
    )
    return goals.length === 0 ? [] : [proposal({ ...demand, goals }, known, newUuid())]
  })
}

/** The stable key of a demand with this text. */
function keyOf(text: string): string {
  const plain = text.trim().toLowerCase()
  const mitigation = mitigationWith(plain)
  if (mitigation !== undefined) return `mitigation:${mitigation}`
  const property = Object.entries(byProperty).find(([, words]) => words.toLowerCase() === plain)
  return property ? `property:${property[0]}` : plain
}

/** The demands by their keys: the same demand of several goals is one requirement. */
function demands(ground: Ground): Map<string, Demand> {
  const all = new Map<string, Demand>()
  for (const goal of ground.model.ofKind('goal')) {
    const threats = ground.model.before(goal.uuid, 'answered-by')
    const answers = threats.flatMap((threat) =>
      attacksFor(ground, threat).flatMap((entry) =>
        wordsIn(entry.fields, 'mitigations').map((text) => ({ text, entry, threat: threat.code })),
      ),
    )
    const own = wordsIn(goal.fields, 'property').map((property) => ({
      text: byProperty[property as keyof typeof byProperty],
      entry: undefined,
      threat: undefined,
    }))
    for (const { text, entry, threat } of answers.length > 0 ? answers : own) {
      const key = keyOf(text)
      const demand = all.get(key) ?? { key, text, entry, goals: [], threats: new Set<string>() }
      if (!demand.goals.includes(goal)) demand.goals.push(goal)
      if (threat !== undefined) demand.threats.add(threat)
      all.set(key, demand)
    }
  }
  return all
}

/** A new requirement, or links from more goals to an existing one. */
function proposal(
  { key, text, entry, goals, threats }: Demand,
  known: ModelArtefact | undefined,
  newUuid: string,
): Proposal {
  const uuid = known?.uuid ?? newUuid
  const codes = goals.map(({ code }) => code).join(', ')
  const why =
    threats.size > 0
      ? `It mitigates attacks behind ${[...threats].slice(0, 10).join(', ')}, ` +
        `which ${codes} ${goals.length === 1 ? 'answers' : 'answer'}.`
      : `${codes} ${goals.length === 1 ? 'protects' : 'protect'} this property.`
  return {
    artefact: known
      ? { uuid, revision: known.revision, kind: 'requirement', title: known.title }
      : {
          new_uuid: uuid,
          kind: 'requirement',
          title: text.slice(0, 300),
          fields: { text: sentence(text, entry), type: 'cybersecurity', rationale: why, verification: 'test' },
          origin: { how: 'rules', what: text.slice(0, 300), id: key.slice(0, 200), ...(entry && { uuid: entry.uuid }) },
        },
    links: goals.map((goal) => ({ kind: 'demands', from: goal.uuid, to: uuid })),
    why,
    about: goals[0]!.uuid,
  }
}

/** Our own texts are worded to follow "shall"; others stay unchanged. */
function sentence(text: string, entry: CatalogueEntry | undefined): string {
  return entry === undefined || entry.source === shippedSource
    ? `The item shall ${text[0]!.toLowerCase()}${text.slice(1)}.`
    : text
}

function forControls({ model, newUuid }: Ground): Proposal[] {
  return model
    .ofKind('control')
    .filter(({ uuid }) => model.before(uuid, 'realised').length === 0)
    .map((control) => {
      const uuid = newUuid()
      const threats = model
        .after(control.uuid, 'stands-in')
        .flatMap((one) => (one.kind === 'attack-tree' ? model.before(one.uuid, 'refined-in') : [one]))
      const goals = new Map(
        threats
          .flatMap((threat) => model.after(threat.uuid, 'answered-by'))
          .filter(({ kind }) => kind === 'goal')
          .map((goal) => [goal.uuid, goal]),
      )
      const about = wordIn(control.fields, 'description')
      const why = `${control.code} ${control.title} is a control without a requirement.`
      return {
        artefact: {
          new_uuid: uuid,
          kind: 'requirement',
          title: `Implement ${control.title}`.slice(0, 300),
          fields: {
            text: `The item shall have this control: ${control.title}.${about === undefined ? '' : ` ${about}`}`.slice(
              0,
              10_000,
            ),
            type: 'cybersecurity',
            rationale: why,
            verification: 'test',
          },
          origin: { how: 'rules' as const, what: `Control ${control.title}`.slice(0, 300) },
        },
        links: [
          { kind: 'realised', from: uuid, to: control.uuid },
          ...[...goals.keys()].map((goal) => ({ kind: 'demands', from: goal, to: uuid })),
        ],
        why,
        about: control.uuid,
      }
    })
}
