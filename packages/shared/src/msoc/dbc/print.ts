import { rankOf } from './keywords.ts'
import type { Attribute, AttributeDefinition, AttributeOwner, Dbc, DbcMessage, DbcSignal, ValueName } from './model.ts'

/** Returns a database as DBC text, in the order that tools expect. Reading it gives the same database (rule DBC-13). */
export function printDbc(dbc: Dbc): string {
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['VERSION', [`VERSION ${quoted(dbc.version)}`, '']],
    ['NS_', ['NS_ :', ...dbc.newSymbols.map((symbol) => `\t${symbol}`), '']],
    ['BS_', [`BS_:${dbc.bitTiming === '' ? '' : ` ${dbc.bitTiming}`}`, '']],
    ['BU_', [`BU_:${dbc.nodes.map(({ name }) => ` ${name}`).join('')}`, '']],
    ['VAL_TABLE_', dbc.valueTables.map(({ name, values }) => `VAL_TABLE_ ${name}${named(values)} ;`)],
    ['BO_', dbc.messages.map((message) => `\n${messageText(message)}`)],
    [
      'BO_TX_BU_',
      dbc.messages
        .filter((message) => message.transmitters.length > 0)
        .map((message) => `BO_TX_BU_ ${numberOf(message)} : ${message.transmitters.join(',')};`),
    ],
    ['SIG_GROUP_', dbc.messages.flatMap(groupTexts)],
    ['CM_', commentTexts(dbc)],
    ['BA_DEF_', dbc.attributeDefinitions.map(definitionText)],
    ['BA_DEF_DEF_', defaultTexts(dbc.attributeDefinitions)],
    ['BA_', attributeTexts(dbc)],
    [
      'VAL_',
      signalTexts(
        dbc,
        ({ values }) => values.length > 0,
        (subject, { values }) => `VAL_ ${subject}${named(values)} ;`,
      ),
    ],
    [
      'SIG_VALTYPE_',
      signalTexts(
        dbc,
        ({ float }) => float !== 0,
        (subject, { float }) => `SIG_VALTYPE_ ${subject} : ${float / 32};`,
      ),
    ],
    ['SG_MUL_VAL_', signalTexts(dbc, ({ multiplexing }) => hasRanges(multiplexing), multiplexingText)],
  ]
  const kept = dbc.kept.map((text) => [/^\w+/.exec(text)?.[0] ?? '', [text]] as const)
  return `${[...sections, ...kept]
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .flatMap(([, lines]) => lines)
    .join('\n')}\n`
}

const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`
const named = (values: readonly ValueName[]): string =>
  values.map(({ value, name }) => ` ${value} ${quoted(name)}`).join('')
const valueText = (value: number | string): string => (typeof value === 'number' ? String(value) : quoted(value))

/** Returns the id as in the file: bit 31 is set for 29 bits. */
const numberOf = ({ id, ext }: DbcMessage): number => (ext ? id + 0x80000000 : id)

function messageText(message: DbcMessage): string {
  const head = `BO_ ${numberOf(message)} ${message.name}: ${message.length} ${message.sender}`
  return [head, ...message.signals.map(signalText)].join('\n')
}

function signalText(signal: DbcSignal): string {
  const { name, startBit, length, isIntel, isSigned, factor, offset, min, max, unit, receivers } = signal
  const place = `${startBit}|${length}@${isIntel ? 1 : 0}${isSigned ? '-' : '+'}`
  const scale = `(${factor},${offset}) [${min}|${max}]`
  return ` SG_ ${name}${markOf(signal)} : ${place} ${scale} ${quoted(unit)} ${receivers.join(',')}`.trimEnd()
}

const hasRanges = (multiplexing: DbcSignal['multiplexing']): boolean => (multiplexing?.ranges.length ?? 0) > 0

function markOf({ isMultiplexor, multiplexedAt, multiplexing }: DbcSignal): string {
  const isBare = multiplexing !== null && !hasRanges(multiplexing)
  const mark = `${isBare ? 'm' : ''}${multiplexedAt === null ? '' : `m${multiplexedAt}`}${isMultiplexor ? 'M' : ''}`
  return mark === '' ? '' : ` ${mark}`
}

function groupTexts(message: DbcMessage): string[] {
  return message.groups.map(
    ({ name, repetitions, signals }) =>
      `SIG_GROUP_ ${numberOf(message)} ${name} ${repetitions} : ${signals.join(' ')};`,
  )
}

function multiplexingText(subject: string, { multiplexing }: DbcSignal): string {
  const ranges = multiplexing!.ranges.map(([low, high]) => `${low}-${high}`)
  return `SG_MUL_VAL_ ${subject} ${multiplexing!.by} ${ranges.join(', ')};`
}

function signalTexts(
  dbc: Dbc,
  isIncluded: (signal: DbcSignal) => boolean,
  textOf: (subject: string, signal: DbcSignal) => string,
): string[] {
  return dbc.messages.flatMap((message) =>
    message.signals.filter(isIncluded).map((signal) => textOf(`${numberOf(message)} ${signal.name}`, signal)),
  )
}

interface Subject {
  readonly comment: string
  readonly attributes: readonly Attribute[]
}

/** Returns everything that can have comments and attributes, with its name in statements. */
function subjectsOf(dbc: Dbc): (readonly [string, Subject])[] {
  return [
    ['', dbc],
    ...dbc.nodes.map((node) => [`BU_ ${node.name} `, node] as const),
    ...dbc.messages.flatMap((message) => [
      [`BO_ ${numberOf(message)} `, message] as const,
      ...message.signals.map((signal) => [`SG_ ${numberOf(message)} ${signal.name} `, signal] as const),
    ]),
  ]
}

function commentTexts(dbc: Dbc): string[] {
  return subjectsOf(dbc)
    .filter(([, { comment }]) => comment !== '')
    .map(([subject, { comment }]) => `CM_ ${subject}${quoted(comment)};`)
}

function attributeTexts(dbc: Dbc): string[] {
  return subjectsOf(dbc).flatMap(([subject, { attributes }]) =>
    attributes.map(({ name, value }) => `BA_ ${quoted(name)} ${subject}${valueText(value)};`),
  )
}

function definitionText({ owner, name, type }: AttributeDefinition): string {
  return `BA_DEF_ ${ownerText(owner)}${quoted(name)} ${typeText(type)};`
}

const ownerText = (owner: AttributeOwner): string => (owner === '' ? '' : `${owner} `)

function typeText(type: AttributeDefinition['type']): string {
  if (type.kind === 'ENUM') return `ENUM ${type.words.map(quoted).join(',')}`
  if (type.kind === 'STRING' || type.range === null) return type.kind
  return `${type.kind} ${type.range.join(' ')}`
}

function defaultTexts(definitions: readonly AttributeDefinition[]): string[] {
  return definitions
    .filter(({ byDefault }) => byDefault !== null)
    .map(({ name, byDefault }) => `BA_DEF_DEF_ ${quoted(name)} ${valueText(byDefault!)};`)
}
