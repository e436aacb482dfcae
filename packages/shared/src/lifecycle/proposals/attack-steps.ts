import type { CatalogueEntry } from '../../catalogues/catalogue.contract.ts'
import { type AttackVector, attackVectors, potentialFactors } from '../methods/method.ts'
import { type Effort, mostSteps, noEffort, type Tree, type TreeStep } from '../attack-tree/tree.ts'
import { attacksFor } from './attacks.ts'
import { type Ground, type ModelArtefact, type Proposal, wordIn, wordsIn } from './model.ts'

/** The maximum depth of preceding attacks; the search also stops when a tree has a quarter of the maximum steps. */
const deepest = 6

/**
 * Proposes an attack tree for each threat scenario without one: any of the attacks that cause it, each with the attacks
 * that it needs first (rule PROPOSAL-6).
 */
export function proposeTrees(ground: Ground): Proposal[] {
  return ground.model
    .ofKind('threat-scenario')
    .filter(({ uuid }) => ground.model.after(uuid, 'refined-in').length === 0)
    .flatMap((threat) => {
      const ways = attacksFor(ground, threat)
      return ways.length === 0 ? [] : [proposal(ground, threat, ways)]
    })
}

function proposal({ entries, newUuid }: Ground, threat: ModelArtefact, ways: readonly CatalogueEntry[]): Proposal {
  const uuid = newUuid()
  const what = `Attacks of the catalogue: ${ways.map(({ code }) => code).join(', ')}`.slice(0, 300)
  return {
    artefact: {
      new_uuid: uuid,
      kind: 'attack-tree',
      title: threat.title,
      fields: { tree: treeOf(threat.title, ways, entries) },
      origin: { how: 'rules', what, ...(threat.origin.uuid !== undefined && { uuid: threat.origin.uuid }) },
    },
    links: [{ kind: 'refined-in', from: threat.uuid, to: uuid }],
    why:
      (ways.length === 1
        ? 'One attack of the catalogue causes it. '
        : `${ways.length} attacks of the catalogue cause it. `) + 'The effort is the usual one: review it.',
    about: threat.uuid,
  }
}

/** A tree of alternative attacks, each after all attacks that it needs first. */
export function treeOf(title: string, ways: readonly CatalogueEntry[], entries: readonly CatalogueEntry[]): Tree {
  const attacks = new Map(entries.filter(({ catalogue }) => catalogue === 'attack').map((entry) => [entry.code, entry]))
  const steps = new Map<string, TreeStep>()
  const ids = new Map<string, string>()
  const root: TreeStep = {
    ...bare('root', title.slice(0, 200)),
    gate: 'or',
    parts: [...new Set(ways.map((way) => addAttack(way, [])))],
  }
  return { root: 'root', steps: [root, ...steps.values()] }

  /** Adds an attack; an attack that several others need is one step below all of them. Returns the step's id. */
  function addAttack(entry: CatalogueEntry, above: readonly string[]): string {
    const id = idOf(entry.code)
    if (steps.has(id)) return id
    const needs =
      above.length >= deepest || steps.size > mostSteps / 4
        ? []
        : wordsIn(entry.fields, 'needs')
            .filter((code) => code !== entry.code && !above.includes(code))
            .flatMap((code) => attacks.get(code) ?? [])
    if (needs.length === 0) steps.set(id, { ...leaf(entry), id })
    else {
      const first = needs.map((need) => addAttack(need, [...above, entry.code]))
      const last = idOf(`${entry.code} do`)
      steps.set(last, { ...leaf(entry), id: last, title: `Carry it out: ${entry.title}`.slice(0, 200) })
      steps.set(id, { ...bare(id, entry.title.slice(0, 200)), gate: 'and', parts: [...new Set([...first, last])] })
    }
    return id
  }

  /** A short unique id for any code. */
  function idOf(code: string): string {
    const known = ids.get(code)
    if (known !== undefined) return known
    const plain = code.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 20) || 'step'
    const id = ['root', ...ids.values()].includes(plain) ? `${plain.slice(0, 20)}-${ids.size}` : plain
    ids.set(code, id)
    return id
  }
}

function bare(id: string, title: string): TreeStep {
  return { id, title, note: '', gate: null, parts: [], effort: noEffort, techniques: [], controls: [], caps: [] }
}

function leaf({ title, fields }: CatalogueEntry): TreeStep {
  return {
    ...bare('', title.slice(0, 200)),
    note: (wordIn(fields, 'description') ?? '').slice(0, 2_000),
    techniques: [...wordsIn(fields, 'techniques')],
    effort: effortOf(fields),
  }
}

/** The usual effort of an attack. */
export function effortOf(fields: Readonly<Record<string, unknown>>): Effort {
  const statedPotential = (fields.potential ?? {}) as Readonly<Record<string, unknown>>
  const vector = attackVectors.find((one): one is AttackVector => one === fields.vector) ?? null
  return {
    potential: Object.fromEntries(
      potentialFactors.flatMap((factor) =>
        typeof statedPotential[factor] === 'string' ? [[factor, statedPotential[factor]]] : [],
      ),
    ),
    cvss: {},
    vector,
  }
}
