import type { Artefact, Link, Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { exportForms } from '@carapace/shared/graph/exchange/exchange.contract'
import { type ComponentType, type ReactNode, use, useEffect, useState } from 'react'
import type { ModuleInstall } from '../../core/install/module-install.ts'
import type { ChainStage, Stage } from '../drawer/chain.ts'
import type { DifferencesOf } from '../history/differences.ts'

type ByName<T> = Readonly<Record<string, T>>

export interface FieldEditorProps {
  readonly artefact: Artefact
  readonly value: unknown
  readonly isReadOnly: boolean
  readonly onChange: (value: unknown) => void
}

export interface ArtefactProps {
  readonly artefact: Artefact
}

/** The artefact whose trace is shown, with the data that was read for its chain. */
export interface TraceProviderProps extends ArtefactProps {
  /** The artefacts of the chain whose kind has a fact, by uuid. */
  readonly artefacts: ReadonlyMap<string, Artefact>
  /** Links of these artefacts, as far as the page does not know them. */
  readonly links: readonly Link[]
  readonly chain: readonly ChainStage[]
  readonly children: ReactNode
}

export interface TraceFactProps {
  readonly node: Node
  /** With its fields; undefined until they have loaded. */
  readonly artefact: Artefact | undefined
}

/** The position of a part below a stage of the trace of `artefact`. */
export interface BelowStageProps extends ArtefactProps {
  readonly stage: ChainStage
  readonly chain: readonly ChainStage[]
}

/** A format besides tables that artefacts of a kind are exported to and imported from. */
export interface ExchangeForm {
  /** Also the file extension. */
  readonly form: (typeof exportForms)[number]
  /** In the export menu: "Requirements as ReqIF". */
  readonly title: string
  readonly fileName: string
  /** In the import dialog, after "XLSX or CSV with a heading row": "or ReqIF". */
  readonly hint: string
  /** The file holds several kinds, so the dialog does not ask for one. */
  readonly isOfAllKinds?: true
}

/** What one module adds to artefact pages for its own kinds; `kind.field` names a field. */
export interface KindParts {
  /** Editors of fields whose input is `own`, by `kind.field`. */
  readonly fieldEditors?: ByName<ComponentType<FieldEditorProps>>
  /** Comparisons of fields that are too long to be shown whole, by `kind.field`. */
  readonly differences?: ByName<DifferencesOf>
  /** Stages of the trace, sorted by their `order` among those of all modules. */
  readonly stages?: readonly Stage[]
  /** Wraps a trace: reads the data of the parts below once, and passes it to them by its own React context. */
  readonly TraceProvider?: ComponentType<TraceProviderProps>
  /** Shown beside an artefact in a trace, by kind. */
  readonly traceFacts?: ByName<ComponentType<TraceFactProps>>
  /** Shown beside the title of a stage, by its key. */
  readonly stageNotes?: ByName<ComponentType<ArtefactProps>>
  /** Further items of the chain below a stage. */
  readonly BelowStage?: ComponentType<BelowStageProps>
  /** Further items at the end of the chain. */
  readonly ChainEnd?: ComponentType<ArtefactProps>
  /** Shown below the whole chain. */
  readonly TraceFoot?: ComponentType<ArtefactProps>
  /** Shown above the versions of an artefact, by kind. */
  readonly historyHeads?: ByName<ComponentType<ArtefactProps>>
  /** Shown in the head of the impact view, by kind. */
  readonly impactNotes?: ByName<ComponentType<ArtefactProps>>
  /** By kind. */
  readonly exchangeForms?: ByName<readonly ExchangeForm[]>
  /** Reports facts of the program to the status bar; renders nothing. */
  readonly PageFacts?: ComponentType
}

/** The combined parts of all modules. */
export interface AllKindParts {
  readonly fieldEditors: ByName<ComponentType<FieldEditorProps>>
  readonly differences: ByName<DifferencesOf>
  readonly stages: readonly Stage[]
  readonly traceProviders: readonly ComponentType<TraceProviderProps>[]
  readonly traceFacts: ByName<ComponentType<TraceFactProps>>
  readonly stageNotes: ByName<ComponentType<ArtefactProps>>
  readonly belowStage: readonly ComponentType<BelowStageProps>[]
  readonly chainEnds: readonly ComponentType<ArtefactProps>[]
  readonly traceFeet: readonly ComponentType<ArtefactProps>[]
  readonly historyHeads: ByName<ComponentType<ArtefactProps>>
  readonly impactNotes: ByName<ComponentType<ArtefactProps>>
  readonly exchangeForms: ByName<readonly ExchangeForm[]>
  readonly pageFacts: readonly ComponentType[]
}

/** What a module with its own kinds of artefacts adds to the console. */
export interface EngineeringInstall extends ModuleInstall {
  /** Loaded when a page of artefacts is first shown. */
  readonly kindParts?: () => Promise<KindParts>
}

const loaders: (() => Promise<KindParts>)[] = []
let loaded: Promise<AllKindParts> | undefined
let ready: AllKindParts | undefined

/** Registers the parts of a module's kinds. They are loaded when a page of artefacts is first shown. */
export function addKindParts(load: () => Promise<KindParts>): void {
  loaders.push(load)
  loaded = undefined
  ready = undefined
}

/** The parts of all modules; suspends until they are loaded. */
export function useKindParts(): AllKindParts {
  return ready ?? use(loadKindParts())
}

/**
 * The parts of all modules, or undefined until they are loaded. React delays what follows a suspended page by 300 ms;
 * what calls this is shown at once.
 *
 * @throws what kept them from loading
 */
export function useKindPartsWhenLoaded(): AllKindParts | undefined {
  const [parts, setParts] = useState(ready)
  const [problem, setProblem] = useState<{ readonly cause: unknown }>()
  useEffect(() => {
    loadKindParts().then(setParts, (cause: unknown) => setProblem({ cause }))
  }, [])
  if (problem) throw problem.cause
  return parts
}

/** Loads the parts of all modules once; after a failure the next call tries again. */
export function loadKindParts(): Promise<AllKindParts> {
  loaded ??= Promise.all(loaders.map((load) => load())).then(combined)
  loaded.then(
    (parts) => (ready = parts),
    () => (loaded = undefined),
  )
  return loaded
}

/** @throws Error where two modules add a part for the same kind, field or stage. */
export function combined(all: readonly KindParts[]): AllKindParts {
  return {
    fieldEditors: byName('field editors', all, (parts) => parts.fieldEditors),
    differences: byName('differences', all, (parts) => parts.differences),
    stages: all.flatMap(({ stages = [] }) => stages).toSorted((a, b) => a.order - b.order),
    traceProviders: all.flatMap(({ TraceProvider }) => TraceProvider ?? []),
    traceFacts: byName('trace facts', all, (parts) => parts.traceFacts),
    stageNotes: byName('stage notes', all, (parts) => parts.stageNotes),
    belowStage: all.flatMap(({ BelowStage }) => BelowStage ?? []),
    chainEnds: all.flatMap(({ ChainEnd }) => ChainEnd ?? []),
    traceFeet: all.flatMap(({ TraceFoot }) => TraceFoot ?? []),
    historyHeads: byName('history heads', all, (parts) => parts.historyHeads),
    impactNotes: byName('impact notes', all, (parts) => parts.impactNotes),
    exchangeForms: byName('exchange forms', all, (parts) => parts.exchangeForms),
    pageFacts: all.flatMap(({ PageFacts }) => PageFacts ?? []),
  }
}

function byName<T>(
  what: string,
  all: readonly KindParts[],
  pick: (parts: KindParts) => ByName<T> | undefined,
): ByName<T> {
  const entries = all.flatMap((parts) => Object.entries(pick(parts) ?? {}))
  const twice = entries.find(([name], at) => entries.findIndex(([other]) => other === name) !== at)
  if (twice) throw new Error(`Two modules add ${what} for ${twice[0]}.`)
  return Object.fromEntries(entries)
}
