import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { type Parsed, parsed } from '@carapace/shared/core/parsed'
import { timed } from '@carapace/shared/msoc/events/event-time'
import type { SyslogEvent } from '@carapace/shared/msoc/events/events'
import { parseSyslog, type SyslogMessage } from '@carapace/shared/msoc/events/syslog'
import { markedUnauthenticated, ownElementId } from '@carapace/shared/msoc/events/syslog-sender'
import type { createRateLimit, Senders } from '../../core/senders.ts'
import { arrivalOf } from './arrival.ts'
import type { Chunk } from '../chunk.ts'
import type { Pipeline } from '../pipeline.ts'
import type { SyslogHosts } from './syslog-hosts.queries.ts'

interface Deps {
  readonly senders: Senders
  readonly rateLimit: ReturnType<typeof createRateLimit>
  /** Knows the host names of vehicles. */
  readonly pipeline: Pick<Pipeline, 'fleets'>
  /** The organisations of hosts whose lines have no key; lost lines are counted there, too. */
  readonly hosts: SyslogHosts
  /** The organisation of other lines without a key; undefined: the only one that exists. */
  readonly organisation: string | undefined
}

/** A line as it came, with its transport and the time of its arrival, epoch ms. */
export interface Line {
  readonly transport: string
  readonly line: Buffer
  readonly receivedAt: number
  /** Of the sender or relay. */
  readonly address: string
}

/** Whether a line may have a key: the others are charged to their address before they are parsed (rule SHARE-16). */
export const mayHaveKey = (line: Buffer): boolean => line.includes(ownElementId)

/**
 * Parses a line, finds its organisation, and adds it to that organisation's chunk. Returns false where it has none, or
 * its key has used up its rate: such a line is lost.
 */
export async function addLine(
  chunks: Map<string, Chunk>,
  parts: Deps,
  { transport, line, receivedAt, address }: Line,
): Promise<boolean> {
  const message = parseSyslog(line, receivedAt)
  const own = message.ok ? message.value.structuredData?.[ownElementId] : undefined
  const from = { host: message.ok ? message.value.hostname : null, address }
  const org = await chargedOrganisation(parts, own?.['key'], from)
  if (!org) return false
  const chunk = chunks.get(org.uuid) ?? {
    org,
    source: `syslog ${transport}`,
    receivedAt,
    idempotency: undefined,
    events: [],
    lines: [],
    rejects: [],
  }
  chunks.set(org.uuid, chunk)
  if (message.ok) {
    const how = { receivedAt: chunk.receivedAt, isKeyless: isKeyless(message.value) }
    chunk.events.push(await eventOf(parts.pipeline, org, message.value, how))
    chunk.lines.push(0)
  } else {
    const text = line.subarray(0, 4096).toString('utf8')
    chunk.rejects.push({ line: 0, reason: message.reason, text, vehicle: null })
  }
  return true
}

/**
 * Decodes a line of a known organisation: an event, or the reason why it is invalid. A member of the organisation who
 * mended it vouches for it as a key would.
 */
export async function decodeSyslogLine(
  pipeline: Pick<Pipeline, 'fleets'>,
  org: Org,
  line: Buffer,
  { receivedAt, isMended }: { readonly receivedAt: number; readonly isMended: boolean },
): Promise<Parsed<SyslogEvent>> {
  const message = parseSyslog(line, receivedAt)
  if (!message.ok) return message
  return parsed(
    await eventOf(pipeline, org, message.value, { receivedAt, isKeyless: !isMended && isKeyless(message.value) }),
  )
}

function isKeyless({ structuredData }: SyslogMessage): boolean {
  return structuredData?.[ownElementId]?.['key'] === undefined
}

/** The organisation of the key, which pays for the line (rule SHARE-8), or that of the host (rule SYSLOG-30). */
async function chargedOrganisation(
  { senders, rateLimit, hosts, organisation }: Deps,
  key: string | undefined,
  { host, address }: { readonly host: string | null; readonly address: string },
): Promise<Org | undefined> {
  if (key === undefined) {
    const org = hosts.organisationOf(host, await senders.organisation(organisation))
    if (!org) hosts.lost(host, 'unassigned')
    return org
  }
  // a key that is not looked up is as lost as an unknown one
  const sender = await senders.byKey(key, address).catch(unlessTooMany)
  if (!sender) hosts.lost(host, 'wrongKey')
  return sender?.isLicensed && rateLimit.takes(sender, 1) ? sender.org : undefined
}

function unlessTooMany(error: unknown): undefined {
  if (!(error instanceof Failure && error.code === 'TOO_MANY')) throw error
}

const vin = /^[A-HJ-NPR-Z0-9]{17}$/
const vehicleName = /^[\w.:-]{1,64}$/

/**
 * The vehicle named in structured data, else the host name if it is a known vehicle's or a VIN; '' means no vehicle. A
 * line without a key names known vehicles only: it registers none (rule SYSLOG-22).
 */
async function vehicleOf(
  pipeline: Pick<Pipeline, 'fleets'>,
  org: Org,
  { hostname, structuredData }: SyslogMessage,
  isKeylessLine: boolean,
): Promise<string> {
  const stated = structuredData?.[ownElementId]?.['vehicle']
  const named = stated !== undefined && vehicleName.test(stated) ? stated : undefined
  if (named !== undefined && !isKeylessLine) return named
  const name = named ?? hostname
  if (name === null || !vehicleName.test(name)) return ''
  return (!isKeylessLine && vin.test(name)) || (await pipeline.fleets.isKnown(org, name)) ? name : ''
}

async function eventOf(
  pipeline: Pick<Pipeline, 'fleets'>,
  org: Org,
  message: SyslogMessage,
  how: { readonly receivedAt: number; readonly isKeyless: boolean },
): Promise<SyslogEvent> {
  return {
    kind: 'syslog',
    vehicle: await vehicleOf(pipeline, org, message, how.isKeyless),
    ...timed(message.ts, arrivalOf(how.receivedAt)),
    facility: message.facility,
    severity: message.severity,
    hostname: message.hostname,
    appName: message.appName,
    procId: message.procId,
    msgId: message.msgId,
    structuredData: how.isKeyless ? markedUnauthenticated(message.structuredData) : withoutKey(message.structuredData),
    message: message.message,
  }
}

/** Removes the ingest key, which is not stored, and a mark that only we may set. */
function withoutKey(data: SyslogMessage['structuredData']): SyslogEvent['structuredData'] {
  if (!data?.[ownElementId]) return data
  const { key: _key, sender: _sender, ...rest } = data[ownElementId]
  const { [ownElementId]: _own, ...others } = data
  const kept = Object.keys(rest).length > 0 ? { ...others, [ownElementId]: rest } : others
  return Object.keys(kept).length > 0 ? kept : null
}
