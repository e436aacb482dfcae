import { canFlags, keyOf, type CanFrame } from '../can/frame.ts'
import { isGmlanLine, isStandardLine, standardLine, type Line } from './addresses.ts'
import { channelOf } from './channel.ts'
import { describeGmlan, isGmlan, isGmlanAlone } from './gmlan.ts'
import { createReassembly, readPci, type Reassembled } from './iso-tp.ts'
import { addressText, pgn, pgnText } from './j1939-names.ts'
import { createTransfers, type Transferred } from './j1939-transfer.ts'
import { describeJ1939, readJ1939Id, type J1939Id } from './j1939.ts'
import { describeObd, isObd } from './obd.ts'
import { createPairs } from './pairs.ts'
import { bytes, describeUds, isUds } from './uds.ts'

/** One message above the frames of a bus, in one line. */
export interface BusMessage {
  /** Epoch ms of the message's first and of its last frame. */
  readonly ts: number
  readonly endTs: number
  /** `keyOf` the id that sent it. */
  readonly key: number
  readonly protocol: 'ISO-TP' | 'UDS' | 'GMLAN' | 'OBD-II' | 'J1939'
  /** Sender and receiver: `tester → 7E0`, `00 engine → all`. */
  readonly between: string
  readonly text: string
  /** Negative: a refusal; broken: a message that was never completed. */
  readonly tone: 'plain' | 'negative' | 'broken'
  /** The reassembled payload, as far as it arrived; at most 64 KiB. */
  readonly data: Uint8Array
  readonly frames: number
}

export interface Conversation {
  /** Returns the messages that this frame completes or shows to be broken; for most frames none. */
  push(frame: CanFrame): readonly BusMessage[]
}

/** Maximum number of ids whose latest address byte and fault codes are remembered. */
const remembered = 256
const nothing: readonly BusMessage[] = []

/**
 * Decodes the messages on one bus: diagnostics over ISO-TP on the ids of the standards and on pairs that it detects,
 * and messages between J1939 nodes. A state machine with bounded memory (TRANSPORT-2, TRANSPORT-6, TRANSPORT-20); time
 * is the time of the frames. Rules TRANSPORT-23 to TRANSPORT-29 of ./SPEC.md.
 */
export function createConversation(): Conversation {
  const reassembly = createReassembly()
  const pairs = createPairs()
  const transfers = createTransfers()
  const lastChannels = new Map<number, number>()
  const lastFaults = new Map<number, string>()

  const lineOf = (key: number): Line | undefined => (isStandardLine(key) ? standardLine(key) : pairs.lineOf(key))
  const sayIsoTp = (message: Reassembled): BusMessage => isoTpMessage(message, lineOf(message.key))

  const onLine = (key: number, line: Line, { ts, data }: CanFrame): readonly BusMessage[] => {
    const pci = readPci(data, line.at)
    if (!pci) return nothing
    if (pci.kind === 'flow') return onFlow(key, line, ts, data, pci.status)
    const channel = channelOf(key, line.at, data)
    remember(lastChannels, key, channel)
    return reassembly.push(channel, { key, ts, data }, pci).map(sayIsoTp)
  }
  const onFlow = (
    key: number,
    line: Line,
    ts: number,
    data: Uint8Array,
    status: 'continue' | 'wait' | 'overflow',
  ): readonly BusMessage[] => {
    const channel = line.peer === null ? undefined : lastChannels.get(line.peer)
    const refused = channel === undefined ? undefined : reassembly.flow(channel, status, ts)
    if (refused) return [sayIsoTp(refused)]
    if (status === 'continue') return nothing
    const text = status === 'wait' ? 'Flow control: wait' : 'Flow control: overflow'
    return [
      {
        ts,
        endTs: ts,
        key,
        protocol: 'ISO-TP',
        between: line.between,
        text,
        tone: status === 'wait' ? 'plain' : 'broken',
        data: data.slice(line.at),
        frames: 1,
      },
    ]
  }
  const onJ1939 = (key: number, id: J1939Id, { ts, data }: CanFrame): readonly BusMessage[] => {
    if (id.pgn === pgn.transferControl || id.pgn === pgn.transferData)
      return transfers.push(id, { key, ts, data }).map(packetMessage)
    const described = describeJ1939(id, data)
    if (!described || isRepeated(id, described.text)) return nothing
    return [
      { ts, endTs: ts, key, protocol: 'J1939', between: betweenOf(id), ...described, data: data.slice(), frames: 1 },
    ]
  }
  /** Fault codes are broadcast every second: they are reported only when they change (TRANSPORT-28). */
  const isRepeated = (id: J1939Id, text: string): boolean => {
    if (id.pgn !== pgn.activeFaults && id.pgn !== pgn.earlierFaults && id.pgn !== pgn.pendingFaults) return false
    const at = id.pgn * 256 + id.source
    const isSame = lastFaults.get(at) === text
    remember(lastFaults, at, text)
    return isSame
  }
  const onUnknown = (key: number, frame: CanFrame): readonly BusMessage[] => {
    const messages = pairs.notice(frame).map(sayIsoTp)
    const line = messages.length === 0 ? undefined : lineOf(key)
    // a first frame that proved a pair is the beginning of a message on it
    return line && readPci(frame.data, line.at)?.kind === 'first'
      ? [...messages, ...onLine(key, line, frame)]
      : messages
  }
  const messagesIn = (frame: CanFrame): readonly BusMessage[] => {
    const isExtended = (frame.flags & canFlags.ext) !== 0
    const key = keyOf(frame.id, isExtended)
    const line = lineOf(key)
    if (line) return [...pairs.noticeKnown(key, line, frame).map(sayIsoTp), ...onLine(key, line, frame)]
    if (isExtended) {
      const id = readJ1939Id(frame.id)
      if (isConversational(id)) return onJ1939(key, id, frame)
    }
    return onUnknown(key, frame)
  }

  return {
    push(frame) {
      if (frame.flags & (canFlags.rtr | canFlags.error)) return nothing
      const broken = reassembly.overdue(frame.ts)
      const stalled = transfers.overdue(frame.ts)
      const messages = messagesIn(frame)
      return broken.length + stalled.length === 0
        ? messages
        : [...broken.map(sayIsoTp), ...stalled.map(packetMessage), ...messages]
    },
  }
}

const conversational = new Set<number>(Object.values(pgn))
const isConversational = (id: J1939Id): boolean => conversational.has(id.pgn)

const betweenOf = ({ source, destination }: J1939Id): string => `${addressText(source)} → ${addressText(destination)}`

function isoTpMessage(message: Reassembled, line: Line | undefined): BusMessage {
  const { ts, endTs, key, data, frames, broken } = message
  const isOfGmlan = line !== undefined && isGmlanLine(key, line)
  const [protocol, described] = isOfGmlan && isGmlan(data) ? (['GMLAN', describeGmlan(data)] as const) : read(data)
  const whole = { ts, endTs, key, protocol, between: line?.between ?? '', data, frames }
  return broken === undefined
    ? { ...whole, ...described }
    : { ...whole, text: `${described.text} — ${broken}`, tone: 'broken' }
}

function read(data: Uint8Array) {
  if (isObd(data)) return ['OBD-II', describeObd(data)] as const
  if (isUds(data)) return ['UDS', describeUds(data)] as const
  if (isGmlanAlone(data)) return ['GMLAN', describeGmlan(data)] as const
  return ['ISO-TP', { text: bytes(data, 0), tone: 'plain' }] as const
}

function packetMessage({ id, key, ts, endTs, data, frames, broken }: Transferred): BusMessage {
  const described = (broken === undefined ? describeJ1939(id, data) : undefined) ?? {
    text: `${sentence(pgnText(id.pgn))}: ${bytes(data, 0)}`,
    tone: 'plain' as const,
  }
  const whole = { ts, endTs, key, protocol: 'J1939' as const, between: betweenOf(id), data, frames }
  return broken === undefined
    ? { ...whole, ...described }
    : { ...whole, text: `${described.text} — ${broken}`, tone: 'broken' }
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Sets an entry and keeps the newest entries, up to a limit. */
function remember<Value>(map: Map<number, Value>, at: number, value: Value): void {
  if (map.size >= remembered && !map.has(at)) map.delete(map.keys().next().value!)
  map.set(at, value)
}
