import { type Analysis, analysed, type AnalysisOptions, reevaluated } from '@carapace/shared/graph/fault-tree/analysis'
import type { FaultTree, Probabilities } from '@carapace/shared/graph/fault-tree/fault-tree'
import { expandTree, type ExpandedTree } from '@carapace/shared/functional-safety/fault-tree/expand'
import { sampleProbabilities, summaryOf } from '@carapace/shared/functional-safety/fault-tree/monte-carlo'
import { topFrequency } from '@carapace/shared/functional-safety/fault-tree/top-frequency'
import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { histogramOf } from './histogram.ts'
import type {
  AnalysedEvent,
  AnalysisAnswer,
  AnalysisInput,
  AnalysisRequest,
  AnalysisResult,
  Simulation,
} from './protocol.ts'
import { occurring } from './occurring.ts'

/** How often progress is sent, ms. */
const progressMs = 250
/** The maximum time of a simulation, ms: then it ends with the trials that are done. */
const simulationMs = 60_000

interface Known {
  readonly top: string
  readonly expanded: ExpandedTree
  readonly analysis: Analysis
  /** What the diagrams depend on: the gates, and the options. */
  readonly key: string
  readonly hasProbabilities: boolean
}

/**
 * Answers the requests of a page, one after another; the last analysis is kept for the requests about it. It runs in a
 * worker, and is cancelled with it (rule FTA-UI-10).
 */
export function analysisAnswers(send: (answer: AnalysisAnswer) => void): (request: AnalysisRequest) => void {
  let known: Known | undefined
  return (request) => {
    const { number } = request
    const progress = progressSender((milliseconds) => send({ is: 'progress', number, milliseconds }))
    if (request.is === 'analyse') {
      const answer = analyse(request.input, known, progress)
      // the last analysis stays: the page still shows it
      if ('reason' in answer) return send({ is: 'refused', number, reason: answer.reason })
      known = answer.known
      return send({ is: 'result', number, result: answer.result })
    }
    if (!known) return send({ is: 'refused', number, reason: 'Nothing is computed yet.' })
    switch (request.is) {
      case 'best':
        return send({ is: 'sets', number, sets: known.analysis.best(request.many, setOrder(known, request.by)) })
      case 'highlight':
        return send({ is: 'occurring', number, nodes: drawnAmong(known, request.events) })
      case 'simulate': {
        const answer = simulate(known, request.trials, request.seed, progress)
        return send(
          'reason' in answer ? { is: 'refused', number, ...answer } : { is: 'simulated', number, simulation: answer },
        )
      }
    }
  }
}

function progressSender(send: (milliseconds: number) => void): (milliseconds: number) => void {
  let last = 0
  return (milliseconds) => {
    if (milliseconds - last < progressMs) return
    last = milliseconds
    send(milliseconds)
  }
}

const setOrder = ({ hasProbabilities }: Known, by: 'order' | 'probability') => (hasProbabilities ? by : 'order')

function analyse(
  input: AnalysisInput,
  known: Known | undefined,
  onProgress: (milliseconds: number) => void,
): { readonly reason: string } | { readonly known: Known; readonly result: AnalysisResult } {
  const start = performance.now()
  const expansion = expandTree(input.top, input.trees)
  if (!expansion.ok) return { reason: expansion.reason }
  const expanded = expansion.value
  const { tree, unknown, probabilities } = expanded
  const hasProbabilities = unknown.length === 0
  const { probability: least, ...byOrder } = input.cutOff
  const cutOff = { ...byOrder, ...(hasProbabilities && least !== undefined && { probability: least }) }
  const options: AnalysisOptions = { cutOff, limits: { milliseconds: input.milliseconds }, onProgress }
  const key = JSON.stringify([tree.top, [...tree.gates], [...tree.house], cutOff, input.milliseconds])
  // without its probability an event needs some number: only the cut sets are stated then
  const given: Probabilities = hasProbabilities
    ? probabilities
    : new Map([...probabilities, ...unknown.map((name) => [name, 0.5] as const)])
  const analysis = known?.key === key ? reevaluated(known.analysis, given) : analysed(tree, given, options)
  const next: Known = { top: input.top, expanded, analysis, key, hasProbabilities }
  const { complete, sets, probability } = analysis
  return {
    known: next,
    result: {
      complete,
      sets,
      probability: hasProbabilities ? probability : undefined,
      frequency: topFrequency(expanded, analysis, input.trees.get(input.top)!.missionTime),
      events: eventsOf(next, input.trees),
      unknown,
      uncertain: expanded.uncertain.length,
      isCoherent: isCoherent(tree),
      best: analysis.best(input.many, setOrder(next, input.by)),
      milliseconds: performance.now() - start,
    },
  }
}

/** All basic events below the top, in the order of the tree. */
function eventsOf(
  { expanded: { sources, tree, probabilities }, analysis, hasProbabilities }: Known,
  trees: ReadonlyMap<string, StoredTree>,
): AnalysedEvent[] {
  const titles = new Map(
    [...trees].map(([uuid, { nodes }]) => [uuid, new Map(nodes.map(({ id, title }) => [id, title]))] as const),
  )
  const importance = hasProbabilities ? analysis.importance() : new Map<string, never>()
  return [...sources].flatMap(([name, source]) => {
    if (tree.gates.has(name) || tree.house.has(name)) return []
    const title =
      source.is === 'node'
        ? (titles.get(source.origin.tree)?.get(source.origin.node) ?? '')
        : `Common cause of ${source.group}, ${source.members.length} of its members`
    return [{ name, title, probability: probabilities.get(name), importance: importance.get(name) }]
  })
}

const isCoherent = ({ gates }: FaultTree) => [...gates.values()].every(({ gate }) => gate !== 'xor' && gate !== 'not')

/** The nodes of the drawn tree that occur if these basic events do, and no others. */
function drawnAmong({ top, expanded: { tree, sources } }: Known, events: readonly string[]): string[] {
  return occurring(tree, new Set(events)).filter((name) => {
    const source = sources.get(name)
    return source?.is === 'node' && source.origin.tree === top
  })
}

/** How many trials are evaluated before the clock is read. */
const atOnce = 100

function simulate(
  { expanded, analysis: { evaluator }, hasProbabilities }: Known,
  trials: number,
  seed: number,
  onProgress: (milliseconds: number) => void,
): Simulation | { readonly reason: string } {
  if (!hasProbabilities) return { reason: 'An event has no probability.' }
  if (evaluator === undefined)
    return { reason: 'The exact function of the tree is not known within the limits, so nothing can be simulated.' }
  if (expanded.uncertain.length === 0)
    return { reason: 'No event is uncertain: give one a distribution, such as a lognormal one.' }
  const start = performance.now()
  const drawn = sampleProbabilities(expanded, trials, seed)
  if (!drawn.ok) return { reason: drawn.reason }
  const { events, cut } = drawn.value
  const given = Float64Array.from(evaluator.events, (name) => expanded.probabilities.get(name)!)
  const columns = evaluator.events.flatMap((name, at) => (events.has(name) ? [{ at, values: events.get(name)! }] : []))
  const results = new Float64Array(trials)
  let done = 0
  while (done < trials) {
    for (const { at, values } of columns) given[at] = values[done]!
    results[done++] = evaluator.probability(given)
    if (done % atOnce !== 0) continue
    const elapsed = performance.now() - start
    onProgress(elapsed)
    if (elapsed > simulationMs) break
  }
  const kept = results.subarray(0, done)
  return { summary: summaryOf(kept), bins: histogramOf(kept), trials, done, seed, cut }
}
