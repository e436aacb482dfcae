import { type Stream, streams } from './traffic.ts'

/** One measurement of the ingest benchmarks. */
export interface Case {
  readonly title: string
  readonly stream: Stream['name']
  readonly rows: number
  readonly eventsPerRequest: number
  readonly lanes: number
  /** The minimum ratio to the reference: direct to the pipeline, and through Kafka; absent: only shown. */
  readonly limits: { readonly direct?: number; readonly kafka?: number }
}

export const cases: readonly Case[] = [
  {
    title: 'positions, 20,000 a request',
    stream: 'positions',
    rows: 400_000,
    eventsPerRequest: 20_000,
    lanes: 4,
    limits: { direct: 0.35, kafka: 0.3 },
  },
  {
    title: 'CAN frames packed by the hundred, 20,000 a request',
    stream: 'can_frames',
    rows: 1_000_000,
    eventsPerRequest: 200,
    lanes: 4,
    limits: { direct: 0.6, kafka: 0.4 },
  },
  {
    title: 'positions, 1,000 a request, each of another vehicle',
    stream: 'positions',
    rows: 200_000,
    eventsPerRequest: 1_000,
    lanes: 8,
    limits: {},
  },
  {
    title: 'positions, 10 a request',
    stream: 'positions',
    rows: 100_000,
    eventsPerRequest: 10,
    lanes: 512,
    limits: { direct: 0.2 },
  },
  {
    title: 'signals, 1,000 events of 20 a request',
    stream: 'signals',
    rows: 400_000,
    eventsPerRequest: 1_000,
    lanes: 4,
    limits: {},
  },
]

export type Load = Pick<Case, 'stream' | 'rows' | 'eventsPerRequest' | 'lanes'>

/** Registers the vehicles and warms up the server. */
export const warmUps: readonly Load[] = [
  { stream: 'positions', rows: 20_000, eventsPerRequest: 2_000, lanes: 4 },
  { stream: 'can_frames', rows: 200_000, eventsPerRequest: 200, lanes: 4 },
  { stream: 'signals', rows: 40_000, eventsPerRequest: 1_000, lanes: 4 },
]

export function streamOf({ stream, rows }: Pick<Case, 'stream' | 'rows'>): Stream {
  return streams[stream](rows, Date.now() - 600_000)
}
