import type { Draft, DraftMessage, Subject } from './draft.ts'

/**
 * The attributes with which Vector's tools keep names of more than 32 characters: the statements have a shortened name,
 * the attribute the whole one.
 */
const attributes = {
  node: 'SystemNodeLongSymbol',
  message: 'SystemMessageLongSymbol',
  signal: 'SystemSignalLongSymbol',
} as const

/** What a name in a DBC text is made of, at most 128 characters. */
const NAME = /^[\w\u0080-\u009F\u00A1-\uFEFE\uFF00-\uFFFF]{1,128}$/

/** A function from the name in a statement to the whole name. */
type WholeName = (name: string) => string

/** Gives nodes, messages and signals their long names, wherever they are named (rule DBC-28). */
export function applyLongNames(draft: Draft): void {
  const messages = [...draft.messages.values()]
  const nodeName = wholeNames(draft.nodes, attributes.node)
  renameKeys(draft.nodes, nodeName)
  const messageName = wholeNames(
    messages.map((message) => [message.name, message]),
    attributes.message,
  )
  for (const message of messages) {
    message.name = messageName(message.name)
    message.sender = nodeName(message.sender)
    message.transmitters = message.transmitters.map(nodeName)
    renameSignals(message, nodeName)
  }
}

function renameSignals({ signals, groups }: DraftMessage, nodeName: WholeName): void {
  const signalName = wholeNames(signals, attributes.signal)
  renameKeys(signals, signalName)
  for (const [name, signal] of signals) {
    signal.name = name
    signal.receivers = signal.receivers.map(nodeName)
    if (signal.multiplexing !== null)
      signal.multiplexing = { ...signal.multiplexing, by: signalName(signal.multiplexing.by) }
  }
  for (const [at, group] of groups.entries()) groups[at] = { ...group, signals: group.signals.map(signalName) }
}

/** A long name that something else has, too, is not used: names tell nodes, messages and signals apart. */
function wholeNames(subjects: Iterable<readonly [string, Subject]>, attribute: string): WholeName {
  const taken = new Map<string, number>()
  const long = new Map<string, string>()
  for (const [name, subject] of subjects) {
    const value = subject.attributes.get(attribute)?.value
    if (typeof value === 'string' && value !== name && NAME.test(value)) {
      long.set(name, value)
      taken.set(value, (taken.get(value) ?? 0) + 1)
    }
    taken.set(name, (taken.get(name) ?? 0) + 1)
  }
  return (name) => {
    const whole = long.get(name)
    return whole !== undefined && taken.get(whole) === 1 ? whole : name
  }
}

function renameKeys<Value>(map: Map<string, Value>, wholeName: WholeName): void {
  const entries = [...map]
  map.clear()
  for (const [name, value] of entries) map.set(wholeName(name), value)
}
