import type { CanFrame } from '../can/frame.ts'
import { channelOf, isPadded } from './channel.ts'
import { createReassembly, readPci, type Pci, type Reassembled } from './iso-tp.ts'

/**
 * An id that began this often something that was not ISO-TP isn't tried again: most payloads that look like it are
 * coincidences.
 */
const doubtsEnough = 8
const answerMs = 1_000

interface Opening {
  readonly key: number
  readonly at: 0 | 1
  readonly ts: number
  /** Key of the id that sent the flow control. */
  peer: number | undefined
}

const nothing: readonly Reassembled[] = []

/**
 * Detects a first frame, the flow control of another id, and every consecutive frame up to the end: no cyclic payload
 * looks like that.
 */
export function noticeSegmented(
  pair: (key: number, peer: number, at: 0 | 1) => readonly Reassembled[],
  limits: { readonly openings: number; readonly doubted: number },
) {
  const reassembly = createReassembly(limits.openings)
  const openings = new Map<number, Opening>()
  const doubts = new Map<number, number>()

  const doubt = (channel: number, key: number): void => {
    openings.delete(channel)
    const before = doubts.get(key) ?? 0
    if (before > 0 || doubts.size < limits.doubted) doubts.set(key, before + 1)
  }
  const open = (channel: number, key: number, at: 0 | 1, frame: CanFrame, pci: Pci): void => {
    if (openings.has(channel)) doubt(channel, key)
    if ((doubts.get(key) ?? 0) >= doubtsEnough) return
    if (openings.size >= limits.openings) openings.delete(openings.keys().next().value!)
    openings.set(channel, { key, at, ts: frame.ts, peer: undefined })
    reassembly.push(channel, { key, ts: frame.ts, data: frame.data }, pci)
  }
  const answer = (key: number, at: 0 | 1, ts: number): void => {
    for (const opening of openings.values()) {
      const isRecent = ts >= opening.ts && ts - opening.ts <= answerMs
      const isSameFormat = (opening.key ^ key) < 0x20000000
      if (isRecent && isSameFormat && opening.at === at && opening.key !== key && opening.peer === undefined)
        opening.peer = key
    }
  }
  const go = (channel: number, opening: Opening, frame: CanFrame, pci: Pci): readonly Reassembled[] => {
    if (opening.peer === undefined) {
      doubt(channel, opening.key)
      return nothing
    }
    const ended = reassembly.push(channel, { key: opening.key, ts: frame.ts, data: frame.data }, pci)
    if (ended.length === 0) return nothing
    if (ended[0]!.broken !== undefined) {
      doubt(channel, opening.key)
      return nothing
    }
    openings.delete(channel)
    doubts.delete(opening.key)
    return [...pair(opening.key, opening.peer, opening.at), ...ended]
  }

  return (key: number, frame: CanFrame): readonly Reassembled[] => {
    reassembly.overdue(frame.ts)
    for (const at of [0, 1] as const) {
      const kind = frame.data[at]! >> 4
      if (kind < 1 || kind > 3) continue
      const pci = readPci(frame.data, at)
      const channel = channelOf(key, at, frame.data)
      const opening = openings.get(channel)
      if (pci?.kind === 'first' && pci.length <= 0xfff) open(channel, key, at, frame, pci)
      else if (pci?.kind === 'flow' && pci.status === 'continue' && isPadded(frame.data, at + 3))
        answer(key, at, frame.ts)
      else if (pci?.kind === 'consecutive' && opening) {
        const ended = go(channel, opening, frame, pci)
        if (ended.length > 0) return ended
      }
    }
    return nothing
  }
}
