import type { CutSet } from '@carapace/shared/graph/fault-tree/analysis'
import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Analyser, createAnalyser, Superseded, type WorkerLike } from './analyser.ts'
import type { AnalysedEvent, AnalysisResult, SetOrder, Simulation } from './protocol.ts'

export interface AnalysisSettings {
  readonly cutOff: { readonly order?: number; readonly probability?: number }
  readonly milliseconds: number
  readonly by: SetOrder
}

export interface TreeAnalysis {
  readonly settings: AnalysisSettings
  readonly setSettings: (settings: AnalysisSettings) => void
  /** The last result, of the tree as it is, or as it was if `isOutdated`. */
  readonly result: AnalysisResult | undefined
  readonly events: ReadonlyMap<string, AnalysedEvent>
  readonly isOutdated: boolean
  readonly isComputing: boolean
  /** How long it has been computing, ms. */
  readonly elapsed: number
  /** Why the tree is not computed. */
  readonly trouble: string | undefined
  readonly sets: readonly CutSet[]
  /** Reads more of the cut sets. */
  readonly more: () => void
  readonly chosen: CutSet | undefined
  readonly choose: (set: CutSet | undefined) => void
  /** Ids of the nodes that occur because of the chosen cut set. */
  readonly on: ReadonlySet<string>
  /** More cut sets than are listed, for a file. */
  readonly best: (many: number) => Promise<readonly CutSet[]>
  readonly simulation: Simulation | undefined
  readonly isSimulating: boolean
  readonly simulationTrouble: string | undefined
  readonly simulate: (trials: number, seed: number) => void
}

/** How long the tree must stay unchanged before it is computed, ms. */
const pauseMs = 200
const firstSets = 200
const mostSets = 20_000

const nothing: ReadonlySet<string> = new Set()
const noEvents: ReadonlyMap<string, AnalysedEvent> = new Map()
const noSets: readonly CutSet[] = []

const startWorker = () =>
  new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module', name: 'fault-tree' }) as WorkerLike

interface Computed {
  readonly result: AnalysisResult
  readonly events: ReadonlyMap<string, AnalysedEvent>
  /** What it was computed from. */
  readonly of: object
  readonly sets: readonly CutSet[]
}

/**
 * Computes a tree in a worker whenever it, a tree that it transfers in, or a setting changes (rule FTA-UI-10).
 *
 * @param trees Those that are computed, by uuid; undefined: not read yet.
 */
export function useAnalysis(top: string, trees: ReadonlyMap<string, StoredTree> | undefined): TreeAnalysis {
  const analyser = useAnalyser()
  const [settings, setSettings] = useState<AnalysisSettings>({ cutOff: {}, milliseconds: 30_000, by: 'probability' })
  const [computed, setComputed] = useState<Computed>()
  const [elapsed, setElapsed] = useState<number>()
  const [trouble, setTrouble] = useState<string>()
  const [chosen, setChosen] = useState<CutSet>()
  const [on, setOn] = useState(nothing)
  const [simulation, setSimulation] = useState<Simulation>()
  const [isSimulating, setSimulating] = useState(false)
  const [simulationTrouble, setSimulationTrouble] = useState<string>()
  const { cutOff, milliseconds, by } = settings
  const order = useRef(by)
  order.current = by

  useEffect(() => {
    if (trees === undefined) return
    setElapsed(0)
    const timer = setTimeout(() => {
      analyser
        .analyse({ top, trees, cutOff, milliseconds, many: firstSets, by: order.current }, setElapsed)
        .then((result) => {
          const events = new Map(result.events.map((event) => [event.name, event]))
          setComputed({ result, events, of: trees, sets: result.best })
          setTrouble(undefined)
          setElapsed(undefined)
          setChosen(undefined)
          setOn(nothing)
          setSimulation(undefined)
          setSimulationTrouble(undefined)
        })
        .catch((problem: unknown) => {
          if (problem instanceof Superseded) return
          setTrouble(problem instanceof Error ? problem.message : String(problem))
          setElapsed(undefined)
        })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [analyser, top, trees, cutOff, milliseconds])

  const best = useCallback((many: number) => analyser.best(many, order.current), [analyser])
  const isListing = useRef(false)
  const list = useCallback(
    (many: number) => {
      isListing.current = true
      void unlessSuperseded(best(many))
        .then(
          (sets) => sets && setComputed((before) => before && { ...before, sets }),
          (problem: Error) => setTrouble(problem.message),
        )
        .finally(() => (isListing.current = false))
    },
    [best],
  )
  const listed = useRef(by)
  useEffect(() => {
    if (listed.current === by) return
    listed.current = by
    list(firstSets)
  }, [by, list])

  const sets = computed?.sets ?? noSets
  return {
    settings,
    setSettings,
    result: computed?.result,
    events: computed?.events ?? noEvents,
    isOutdated: computed !== undefined && computed.of !== trees,
    isComputing: elapsed !== undefined,
    elapsed: elapsed ?? 0,
    trouble,
    sets,
    more: () => {
      const count = computed?.result.sets.count ?? 0n
      if (elapsed === undefined && !isListing.current && sets.length < mostSets && BigInt(sets.length) < count)
        list(Math.min(mostSets, sets.length * 4))
    },
    chosen,
    choose: (set) => {
      setChosen(set)
      if (set === undefined) return setOn(nothing)
      void unlessSuperseded(analyser.highlight(set.events)).then(
        (nodes) => nodes && setOn(new Set(nodes)),
        (problem: Error) => setTrouble(problem.message),
      )
    },
    on,
    best,
    simulation,
    isSimulating,
    simulationTrouble,
    simulate: (trials, seed) => {
      setSimulating(true)
      setSimulationTrouble(undefined)
      unlessSuperseded(analyser.simulate(trials, seed))
        .then(setSimulation, (problem: Error) => setSimulationTrouble(problem.message))
        .finally(() => setSimulating(false))
    },
  }
}

/** Undefined: a newer analysis made the request void. */
async function unlessSuperseded<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (problem) {
    if (problem instanceof Superseded) return undefined
    throw problem
  }
}

/** One worker for an editor; it starts with the first request, and ends with the editor. */
function useAnalyser(): Analyser {
  const [analyser] = useState(() => createAnalyser(startWorker))
  useEffect(() => () => analyser.close(), [analyser])
  return analyser
}
