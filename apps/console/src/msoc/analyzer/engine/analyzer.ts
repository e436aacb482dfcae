import { getDbcVersion } from '@carapace/shared/msoc/can/dbc.contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { call, messageOf } from '../../../core/call/call.ts'
import type { AlertMark, BusDbc, BusProfile, Sink, Subject } from '../sources/feed.ts'
import { readSource } from '../sources/read.ts'
import type { Source } from '../sources/source.ts'
import { type Books, createBooks } from './books.ts'
import { buffersOf } from './buffers.ts'
import type {
  Answer,
  Catalogue,
  Detail,
  Listed,
  Order,
  OverwriteRow,
  Plot,
  Summary,
  TraceRow,
  TransportRow,
  View,
} from './protocol.ts'

/** The load state of a source: loading, live, completely read, or why it failed. */
export type Load = 'loading' | 'live' | 'whole' | { readonly failed: string }

/** The state that the screens show. Unchanged values keep their identity. */
export interface AnalyzerState {
  readonly summary: Summary | undefined
  readonly overwrite: readonly OverwriteRow[]
  readonly trace: Listed<TraceRow>
  readonly transport: Listed<TransportRow>
  /** Null if no id is selected, or no frame of it is kept. */
  readonly detail: Detail | null
  readonly plots: readonly Plot[]
  readonly load: Load
  readonly progress: { readonly frames: number; readonly total: number | undefined }
  /** Number of live frames that were dropped on the way. */
  readonly dropped: number
  /** Whether the source has more frames than were read. */
  readonly hasMore: boolean
  readonly isPaused: boolean
  readonly subject: Subject | undefined
  readonly dbcs: readonly BusDbc[]
  /** The contents of the databases, or why they could not be parsed. */
  readonly catalogues: readonly Catalogue[]
  readonly profiles: readonly BusProfile[]
  readonly alerts: readonly AlertMark[]
}

/** The row of a frame among those that pass the filter, and its time. */
export interface Place {
  readonly row: number
  readonly ts: number
}

/** Frames of a source, and the view of them. */
export interface Analyzer {
  readonly state: StoreApi<AnalyzerState>
  look(view: Partial<View>): void
  notch(isKnown: boolean): void
  pause(isPaused: boolean): void
  /**
   * The first frame after a time (epoch ms) that passes the filter, or the last before it; undefined if there is none.
   */
  find(from: number, isBackward: boolean): Promise<Place | undefined>
  /** The frame at a time or the first after it, otherwise the last; undefined if none passes the filter. */
  seek(at: number): Promise<Place | undefined>
  /**
   * Decodes a bus ('' for all others) with this version of a database, or (undefined) with the assigned one again.
   * @throws {Failure} the failure of the call
   */
  readWith(bus: string, version: string | undefined): Promise<void>
  /** Reads the source again after a failure. */
  readonly retry: () => void
  close(): void
}

/** The dependencies of the analyzer: the worker and the API, or test doubles. */
export interface AnalyzerDeps {
  readonly start: (receive: (answer: Answer) => void) => {
    readonly order: (order: Order) => void
    readonly end: () => void
  }
  readonly read: (source: Source, sink: Sink, signal: AbortSignal) => Promise<void>
  /** Calls `then` once the shown state is drawn. */
  readonly afterDrawing: (then: () => void) => void
}

/**
 * How long live frames are kept, ms. While paused, as many are kept as there is room for (rules ANALYZER-3,
 * ANALYZER-6).
 */
const liveMs = 60_000
const liveFrames = 1_000_000

const nothing: AnalyzerState = {
  summary: undefined,
  overwrite: [],
  trace: { total: 0, forgotten: 0, rows: [] },
  transport: { total: 0, forgotten: 0, rows: [] },
  detail: null,
  plots: [],
  load: 'loading',
  progress: { frames: 0, total: undefined },
  dropped: 0,
  hasMore: false,
  isPaused: false,
  subject: undefined,
  dbcs: [],
  catalogues: [],
  profiles: [],
  alerts: [],
}

/** Starts to read a source in its own worker; `close` ends both. */
export function createAnalyzer(
  source: Source,
  deps: AnalyzerDeps = { start: startWorker, read: readSource, afterDrawing: (then) => requestAnimationFrame(then) },
): Analyzer {
  const state = createStore<AnalyzerState>(() => nothing)
  const waiting: ((place: Place | undefined) => void)[] = []
  const engine = deps.start(receive)
  const books = createBooks(state, engine.order)
  /** By bus: the version that was requested last. */
  const requestedVersions = new Map<string, string | undefined>()
  let reading = new AbortController()
  read()

  function read(): void {
    const { signal } = reading
    const isLive = source.kind === 'live'
    engine.order({ op: 'open', keepMs: isLive ? liveMs : undefined, keepFrames: isLive ? liveFrames : Infinity })
    deps.read(source, sinkOf(state, books, engine.order, signal), signal).then(
      () => !signal.aborted && end(),
      (problem: unknown) => !signal.aborted && state.setState({ load: { failed: messageOf(problem) } }),
    )
  }

  function end(): void {
    engine.order({ op: 'ended' })
    state.setState({ load: 'whole' })
  }

  function receive(answer: Answer): void {
    switch (answer.op) {
      case 'report': {
        const { op: _, ...shown } = answer
        state.setState(shown)
        return deps.afterDrawing(() => engine.order({ op: 'drawn' }))
      }
      case 'catalogue':
        return state.setState(({ catalogues }) => ({
          catalogues: [...catalogues.filter(({ bus }) => bus !== answer.catalogue.bus), answer.catalogue],
        }))
      case 'found':
        return waiting.shift()?.(
          answer.row === undefined || answer.ts === undefined ? undefined : { row: answer.row, ts: answer.ts },
        )
      case 'failed':
        reading.abort()
        return state.setState({ load: { failed: answer.message } })
    }
  }

  function requestPlace(order: Order): Promise<Place | undefined> {
    return new Promise((resolve) => {
      waiting.push(resolve)
      engine.order(order)
    })
  }

  return {
    state,
    look: (view) => engine.order({ op: 'view', view }),
    notch: (isKnown) => engine.order({ op: 'notch', isKnown }),
    pause(isPaused) {
      engine.order({ op: 'pause', isPaused })
      state.setState({ isPaused })
    },
    find: (from, isBackward) => requestPlace({ op: 'find', from, isBackward }),
    seek: (at) => requestPlace({ op: 'seek', at }),
    async readWith(bus, uuid) {
      requestedVersions.set(bus, uuid)
      if (uuid === undefined) return books.unchoose(bus)
      const { version, text } = await call(getDbcVersion, { uuid })
      // another version may have been requested in the meantime
      if (requestedVersions.get(bus) !== uuid) return
      books.choose({
        dbc: {
          bus,
          dbc: {
            version_uuid: version.uuid,
            name: version.name,
            version: version.version,
            file_name: version.file_name,
          },
        },
        text,
      })
    },
    retry() {
      reading.abort()
      reading = new AbortController()
      // the selected databases stay selected
      state.setState(({ dbcs, catalogues, isPaused }) => ({ ...nothing, dbcs, catalogues, isPaused }), true)
      read()
    },
    close() {
      reading.abort()
      engine.end()
      for (const answer of waiting.splice(0)) answer(undefined)
    },
  }
}

/** The sink of a source: frames go to the worker, the source's status to the state. */
function sinkOf(
  state: StoreApi<AnalyzerState>,
  books: Books,
  order: (order: Order) => void,
  signal: AbortSignal,
): Sink {
  const count = (more: number) =>
    state.setState(({ progress }) => ({ progress: { ...progress, frames: progress.frames + more } }))
  /** Ignores data that arrives after the read was aborted. */
  const unless =
    <A extends readonly unknown[]>(then: (...args: A) => void) =>
    (...args: A): void => {
      if (!signal.aborted) then(...args)
    }
  return {
    subject: unless((subject) => state.setState({ subject })),
    expect: unless((total) => state.setState(({ progress }) => ({ progress: { ...progress, total } }))),
    frames: unless((frames) => {
      order({ op: 'frames', frames })
      count(frames.length)
    }),
    block: unless((block, frames) => {
      order({ op: 'block', block })
      count(frames)
    }),
    dropped: unless((frames) => {
      order({ op: 'gap' })
      state.setState(({ dropped }) => ({ dropped: dropped + frames }))
    }),
    more: unless(() => state.setState({ hasMore: true })),
    dbc: unless((dbc, text) => books.assign({ dbc, text })),
    profile: unless((of, profile) => {
      state.setState(({ profiles }) => ({ profiles: [...profiles.filter(({ bus }) => bus !== of.bus), of] }))
      order({ op: 'profile', bus: of.bus, profile })
    }),
    alerts: unless((alerts) => state.setState({ alerts })),
    live: unless(() => state.setState({ load: 'live' })),
  }
}

function startWorker(receive: (answer: Answer) => void): ReturnType<AnalyzerDeps['start']> {
  const worker = new Worker(new URL('./analyzer.worker.ts', import.meta.url), { type: 'module', name: 'analyzer' })
  worker.addEventListener('message', (event: MessageEvent<Answer>) => receive(event.data))
  worker.addEventListener('error', (event) =>
    receive({ op: 'failed', message: event.message === '' ? 'The analyzer did not start.' : event.message }),
  )
  return { order: (order) => worker.postMessage(order, { transfer: buffersOf(order) }), end: () => worker.terminate() }
}
