import { isAuthenticationFailure } from '../events/syslog.ts'
import { isUnauthenticated } from '../events/syslog-sender.ts'
import { type Detector, isKind } from './detector.ts'

/** This many failures within this time are password guessing, not a typing error (rule AUTHENTICATION-1). */
const failures = 5
const withinMs = 60_000
const hostsRemembered = 64

/** Anybody who reaches the listener may have written these lines, and that it was this host. */
const unauthenticatedSender = { field: 'sender', observed: 'unauthenticated syslog', expected: 'an ingest key' }

interface Memory {
  /** By host name: the times of the latest failures in order of arrival, at most `failures` of them. */
  readonly hosts: Map<string, number[]>
}

/** Repeated authentication failures in a vehicle's logs (rules AUTHENTICATION-1 to AUTHENTICATION-4). */
export const authenticationFailures: Detector<Memory> = {
  name: 'authentication-failures',
  kinds: ['syslog'],
  start: () => ({ hosts: new Map() }),
  step(memory, event, facts, emit) {
    if (!isKind(event, 'syslog') || !isAuthenticationFailure(event)) return
    const host = event.hostname ?? facts.vin
    const mark = isUnauthenticated(event.structuredData) ? ' (unauthenticated)' : ''
    const times = remembered(memory, `${host}${mark}`)
    times.push(event.ts)
    if (times.length > failures) times.shift()
    if (times.length < failures || spanOf(times) > withinMs) return
    times.length = 0
    emit({
      source: 'detector',
      rule: 'authentication-failures',
      key: `authentication-failures:${host}${mark}`,
      severity: 'high',
      count: failures,
      ts: event.ts,
      title: `Repeated authentication failure on ${host}${mark}`,
      explanation: [
        { field: 'failures', observed: `${failures} within ${withinMs / 1000} s`, expected: `fewer than ${failures}` },
        ...(mark === '' ? [] : [unauthenticatedSender]),
        { field: 'message', observed: event.message.slice(0, 200).toWellFormed(), expected: '' },
      ],
      observables: [{ kind: 'vin', value: facts.vin }, { kind: 'hostname', value: host }, ...addressIn(event.message)],
      tactics: ['TA0006'],
      evidence: 'syslog',
    })
  },
}

/** Returns the time span. Log lines may be out of order: the first need not be the oldest, nor the last the newest. */
function spanOf(times: readonly number[]): number {
  return Math.max(...times) - Math.min(...times)
}

/** Returns the host's failure times; a new host replaces the one not seen for the longest time. */
function remembered(memory: Memory, host: string): number[] {
  const times = memory.hosts.get(host) ?? []
  memory.hosts.delete(host)
  memory.hosts.set(host, times)
  if (memory.hosts.size > hostsRemembered) memory.hosts.delete(memory.hosts.keys().next().value!)
  return times
}

function addressIn(message: string): { kind: 'address'; value: string }[] {
  const found = /\b(?:from|rhost=)\s?(\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}:[0-9a-f:.]{1,40})\b/i.exec(message)
  return found ? [{ kind: 'address', value: found[1]! }] : []
}
