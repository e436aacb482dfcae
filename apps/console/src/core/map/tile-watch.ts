/** The state of a tile source: requested, answering, or given up for the offline outlines. */
export interface TileWatch {
  readonly phase: 'waiting' | 'answering' | 'given-up'
  readonly since: number
  /** Errors since the last tile that arrived. */
  readonly errors: number
}

export type TileNews = { readonly kind: 'tile' | 'error' | 'tick'; readonly at: number }

/** An analyst should not look at an empty map for longer than this. */
const timeoutMs = 4_000
/** One broken tile is normal, several in a row are an outage. */
const errorsBeforeFirst = 3
const errorsInARow = 12
/** After an outage tiles come back automatically; tried rarely, because an air-gapped room never has any. */
const tryAgainMs = 5 * 60_000

export function startWatch(at: number): TileWatch {
  return { phase: 'waiting', since: at, errors: 0 }
}

/** The state of a tile source after an event (rules MAP-UI-5 to MAP-UI-8). */
export function watched(watch: TileWatch, { kind, at }: TileNews): TileWatch {
  if (watch.phase === 'given-up') return kind === 'tick' && at - watch.since >= tryAgainMs ? startWatch(at) : watch
  if (kind === 'tile') return { phase: 'answering', since: at, errors: 0 }

  const errors = watch.errors + (kind === 'error' ? 1 : 0)
  const enough = watch.phase === 'waiting' ? errorsBeforeFirst : errorsInARow
  const late = watch.phase === 'waiting' && at - watch.since >= timeoutMs
  if (late || errors >= enough) return { phase: 'given-up', since: at, errors }
  return errors === watch.errors ? watch : { ...watch, errors }
}
