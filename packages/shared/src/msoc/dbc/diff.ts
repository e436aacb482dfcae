import type { DbcChange } from '../can/dbc.contract.ts'
import { keyOf } from '../can/frame.ts'
import { attributeOf, type Attribute, type Dbc, type DbcMessage, type DbcSignal, type ValueName } from './model.ts'

type Field = DbcChange['fields'][number]

/**
 * Returns the differences between two databases, in the order of the later one, then the removed items: the database
 * first, then each message and its signals. Messages are matched by id, signals by name within the message (rule
 * DBC-22).
 */
export function diffDbcs(before: Dbc, after: Dbc): DbcChange[] {
  const ofDatabase = databaseFields(before, after)
  const there = new Map(before.messages.map((message) => [keyOfMessage(message), message]))
  const here = new Set(after.messages.map(keyOfMessage))
  return [
    ...(ofDatabase.length > 0
      ? [{ kind: 'changed', message: null, id: null, ext: false, signal: null, fields: ofDatabase } as const]
      : []),
    ...after.messages.flatMap((message) =>
      messageChanges({ before, after }, there.get(keyOfMessage(message)), message),
    ),
    ...before.messages
      .filter((message) => !here.has(keyOfMessage(message)))
      .map((message) => change('removed', message)),
  ]
}

const keyOfMessage = ({ id, ext }: DbcMessage): number => keyOf(id, ext)

function change(
  kind: DbcChange['kind'],
  { name, id, ext }: DbcMessage,
  signal: string | null = null,
  fields: Field[] = [],
): DbcChange {
  return { kind, message: name, id, ext, signal, fields }
}

function messageChanges(
  dbcs: { before: Dbc; after: Dbc },
  before: DbcMessage | undefined,
  after: DbcMessage,
): DbcChange[] {
  if (before === undefined) return [change('added', after)]
  const fields = messageFields(dbcs, before, after)
  const there = new Map(before.signals.map((signal) => [signal.name, signal]))
  const here = new Set(after.signals.map(({ name }) => name))
  return [
    ...(fields.length > 0 ? [change('changed', after, null, fields)] : []),
    ...after.signals.flatMap((signal) => signalChanges(after, there.get(signal.name), signal)),
    ...before.signals.filter(({ name }) => !here.has(name)).map(({ name }) => change('removed', after, name)),
  ]
}

function signalChanges(message: DbcMessage, before: DbcSignal | undefined, after: DbcSignal): DbcChange[] {
  if (before === undefined) return [change('added', message, after.name)]
  const fields = signalFields(before, after)
  return fields.length > 0 ? [change('changed', message, after.name, fields)] : []
}

function databaseFields(before: Dbc, after: Dbc): Field[] {
  return [
    ...single('version', before.version, after.version),
    ...single('comment', before.comment, after.comment),
    ...several(
      'nodes',
      before.nodes.map(({ name }) => name),
      after.nodes.map(({ name }) => name),
    ),
    ...several('value tables', before.valueTables.map(tableText), after.valueTables.map(tableText)),
    ...several('attributes', before.attributes.map(attributeText), after.attributes.map(attributeText)),
    ...several(
      'attribute definitions',
      before.attributeDefinitions.map(definitionText),
      after.attributeDefinitions.map(definitionText),
    ),
  ]
}

function messageFields(dbcs: { before: Dbc; after: Dbc }, before: DbcMessage, after: DbcMessage): Field[] {
  const cycleOf = (dbc: Dbc, { attributes }: DbcMessage) =>
    String(attributeOf(dbc, 'BO_', attributes, 'GenMsgCycleTime') ?? 0)
  const others = ({ attributes }: DbcMessage) =>
    attributes.filter(({ name }) => name !== 'GenMsgCycleTime').map(attributeText)
  return [
    ...single('name', before.name, after.name),
    ...single('length', String(before.length), String(after.length)),
    ...single('sender', before.sender, after.sender),
    ...several('senders', before.transmitters, after.transmitters),
    ...single('cycle time', cycleOf(dbcs.before, before), cycleOf(dbcs.after, after)),
    ...several('groups', before.groups.map(groupText), after.groups.map(groupText)),
    ...single('comment', before.comment, after.comment),
    ...several('attributes', others(before), others(after)),
  ]
}

function signalFields(before: DbcSignal, after: DbcSignal): Field[] {
  return [
    ...single('bits', placeText(before), placeText(after)),
    ...single('type', typeText(before), typeText(after)),
    ...single('factor', String(before.factor), String(after.factor)),
    ...single('offset', String(before.offset), String(after.offset)),
    ...single('range', `${before.min} to ${before.max}`, `${after.min} to ${after.max}`),
    ...single('unit', before.unit, after.unit),
    ...single('multiplexing', multiplexingText(before), multiplexingText(after)),
    ...several('receivers', before.receivers, after.receivers),
    ...several('values', before.values.map(valueText), after.values.map(valueText)),
    ...single('comment', before.comment, after.comment),
    ...several('attributes', before.attributes.map(attributeText), after.attributes.map(attributeText)),
  ]
}

function single(field: string, before: string, after: string): Field[] {
  return before === after ? [] : [{ field, before: shortened(before), after: shortened(after) }]
}

/** Maximum length of a field in the result: a default of every message must not make an answer of gigabytes. */
const charactersShown = 1_000
const shortened = (text: string): string =>
  text.length > charactersShown ? `${text.slice(0, charactersShown)}…` : text

/** Compares lists and keeps the items that only one of them has. */
function several(field: string, before: readonly string[], after: readonly string[]): Field[] {
  const [there, here] = [new Set(before), new Set(after)]
  const gone = before.filter((one) => !here.has(one))
  const come = after.filter((one) => !there.has(one))
  return gone.length + come.length === 0
    ? []
    : [{ field, before: shortened(gone.join(', ')), after: shortened(come.join(', ')) }]
}

const valueText = ({ value, name }: ValueName): string => `${value} "${name}"`
const attributeText = ({ name, value }: Attribute): string => `${name} = ${value}`
const tableText = ({ name, values }: Dbc['valueTables'][number]): string =>
  `${name} (${values.map(valueText).join(', ')})`
const groupText = ({ name, signals }: DbcMessage['groups'][number]): string => `${name} (${signals.join(', ')})`
const placeText = ({ startBit, length, isIntel }: DbcSignal): string =>
  `${startBit}|${length} ${isIntel ? 'Intel' : 'Motorola'}`
const typeText = ({ float, isSigned }: DbcSignal): string =>
  float === 0 ? (isSigned ? 'signed' : 'unsigned') : `float${float}`

function definitionText({ owner, name, type, byDefault }: Dbc['attributeDefinitions'][number]): string {
  const range =
    type.kind === 'ENUM'
      ? ` ${type.words.join('|')}`
      : type.kind === 'STRING' || type.range === null
        ? ''
        : ` ${type.range.join(' to ')}`
  return `${owner} ${name} ${type.kind}${range}${byDefault === null ? '' : `, by default ${byDefault}`}`.trim()
}

function multiplexingText({ isMultiplexor, multiplexedAt, multiplexing }: DbcSignal): string {
  const ranges = multiplexing?.ranges.map(([low, high]) => (low === high ? `${low}` : `${low}-${high}`)).join(', ')
  const at =
    multiplexing === null
      ? multiplexedAt === null
        ? ''
        : `at ${multiplexedAt}`
      : ranges === ''
        ? 'at unknown values'
        : `at ${ranges} of ${multiplexing.by}`
  return [isMultiplexor ? 'multiplexor' : '', at].filter((word) => word !== '').join(', ') || 'none'
}
