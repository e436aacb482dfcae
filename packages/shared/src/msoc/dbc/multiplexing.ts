import type { DbcSignal } from './model.ts'

type Placed = Pick<DbcSignal, 'isMultiplexor' | 'multiplexedAt' | 'multiplexing'>

/** When a signal is sent: in all frames, or if its multiplexor is sent and has one of these raw values. */
export type Carrier<S> = 'always' | { readonly by: S; readonly ranges: readonly (readonly [number, number])[] }

/** Maximum depth of nested multiplexors, larger than in any database; a cycle would be endless. */
const MAX_DEPTH = 16

/**
 * Returns a function that gives for each signal of a message when it is sent; undefined if the database does not define
 * it (rule DBC-9): the multiplexor is missing or is not one, several are possible, or it depends on itself.
 */
export function carriersAmong<S extends Placed>(
  signals: ReadonlyMap<string, S>,
): (signal: S) => Carrier<S> | undefined {
  const roots = [...signals.values()].filter((signal) => signal.isMultiplexor && signal.multiplexedAt === null)

  function multiplexorOf(signal: S): S | undefined {
    const by =
      signal.multiplexing === null ? (roots.length === 1 ? roots[0] : undefined) : signals.get(signal.multiplexing.by)
    return by?.isMultiplexor === true ? by : undefined
  }

  function carrierOf(signal: S, depth: number): Carrier<S> | undefined {
    if (signal.multiplexedAt === null && signal.multiplexing === null) return 'always'
    const by = multiplexorOf(signal)
    if (by === undefined || depth === MAX_DEPTH || carrierOf(by, depth + 1) === undefined) return undefined
    return { by, ranges: signal.multiplexing?.ranges ?? [[signal.multiplexedAt!, signal.multiplexedAt!]] }
  }

  return (signal) => carrierOf(signal, 0)
}
