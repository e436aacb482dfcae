import { lookup as lookUp } from 'node:dns/promises'
import { createWriteStream } from 'node:fs'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline } from 'node:stream/promises'
import ipaddr from 'ipaddr.js'
import { Failure } from '@carapace/shared/core/failure'

/** The hosts and networks in private address ranges that the operator permits: the setting OUTGOING_ALLOW. */
export interface OutgoingAllowed {
  /** Host names, in lower case. */
  readonly hosts: ReadonlySet<string>
  readonly networks: readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[]
}

export interface GuardedRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface GuardedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Calls servers whose addresses members of organisations have entered. */
export interface Outgoing {
  /**
   * Requests a URL within `ms` (default 10,000) and `bytes` of its answer (default 1 MiB). Only https, or http to
   * permitted hosts; redirects are not followed.
   *
   * @throws {Failure} RULE_REFUSED when the guard refuses the address; BUSY when the server cannot be reached or breaks
   *   off, with `NeverSent` as its cause if nothing of the request can have arrived
   */
  request(url: string, init?: GuardedRequest, limits?: { ms?: number; bytes?: number }): Promise<GuardedAnswer>
  /**
   * As `request`, for an answer that may be large or of any bytes: that of status 200 is written to the file at `path`.
   * By default within ten minutes and 4 GiB.
   *
   * @throws {Failure} as `request`; what was written until then is no whole file
   */
  download(
    url: string,
    path: string,
    init?: GuardedRequest,
    limits?: { ms?: number; bytes?: number },
  ): Promise<Omit<GuardedAnswer, 'text'>>
  /**
   * Returns why a URL can never be called, as a sentence for a form; undefined if it may be. Names are looked up only
   * when they are called.
   */
  whyRefused(url: string, protocols?: readonly string[]): string | undefined
  /** The look-up of a connection to a host that is not HTTP (SMTP, MQTT): fails for refused addresses. */
  readonly lookup: LookupFunction
}

/**
 * Reads OUTGOING_ALLOW: host names, addresses and networks (10.1.0.0/16), separated by commas.
 *
 * @throws {Error} with a sentence for the operator
 */
export function readOutgoingAllowed(text = ''): OutgoingAllowed {
  const hosts = new Set<string>()
  const networks: [ipaddr.IPv4 | ipaddr.IPv6, number][] = []
  for (const entry of text.split(',').flatMap((one) => one.trim().toLowerCase() || [])) {
    if (ipaddr.isValidCIDR(entry)) networks.push(ipaddr.parseCIDR(entry))
    else if (ipaddr.isValid(entry)) hosts.add(ipaddr.process(entry).toString())
    else if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(entry)) hosts.add(entry)
    else throw new Error(`OUTGOING_ALLOW: ${entry} is no host name, address or network (10.1.0.0/16).`)
  }
  return { hosts, networks }
}

/**
 * The guard of outgoing calls against requests to the installation's own network (server-side request forgery). An
 * address is permitted if it is public (ipaddr.js: range "unicast", so no loopback, private, link-local, shared,
 * multicast, mapped or tunnelled one) or listed in OUTGOING_ALLOW. The check is made on the very addresses that the
 * connection then uses, so that a name that changes its address between two look-ups gains nothing.
 */
export function createOutgoing(allowed: OutgoingAllowed): Outgoing {
  const isAllowedAddress = (address: string): boolean => {
    if (!ipaddr.isValid(address)) return false
    const plain = ipaddr.parse(address)
    return (
      plain.range() === 'unicast' ||
      allowed.hosts.has(ipaddr.process(address).toString()) ||
      allowed.networks.some(([network, bits]) => plain.kind() === network.kind() && plain.match([network, bits]))
    )
  }

  const lookup: LookupFunction = (hostname, options, callback) => {
    lookUp(hostname, { family: options.family, all: true })
      .then((found) => {
        const isNamed = allowed.hosts.has(hostname.toLowerCase())
        const usable = found.filter(({ address }) => isNamed || isAllowedAddress(address))
        if (usable.length === 0) throw new RefusedAddress(hostname)
        if (options.all) callback(null, usable)
        else callback(null, usable[0]!.address, usable[0]!.family)
      })
      .catch((error: NodeJS.ErrnoException) => callback(error, '', 0))
  }

  function whyRefused(url: string, protocols: readonly string[] = ['https:', 'http:']): string | undefined {
    if (!URL.canParse(url)) return 'This is not a URL: it looks like https://host/path.'
    const { protocol, hostname, username, password } = new URL(url)
    const host = bare(hostname)
    if (!protocols.includes(protocol)) return `Only ${protocols.join(' and ').replaceAll(':', '')} can be called.`
    if (username !== '' || password !== '') return 'A URL must not have a user name or password in it.'
    const isListed = allowed.hosts.has(host)
    if (ipaddr.isValid(host) && !isListed && !isAllowedAddress(host)) return refusal(host)
    if (!ipaddr.isValid(host) && !isListed && /(^|\.)(localhost|local|internal)\.?$/.test(host)) return refusal(host)
    const isPlain = protocol === 'http:'
    const mayBePlain = isListed || (ipaddr.isValid(host) && ipaddr.parse(host).range() !== 'unicast')
    if (isPlain && !mayBePlain) return 'Only https is allowed; plain http only to hosts that OUTGOING_ALLOW lists.'
    return undefined
  }

  async function checked<T>(url: string, call: () => Promise<T>): Promise<T> {
    const refused = whyRefused(url)
    if (refused !== undefined) throw new Failure('RULE_REFUSED', { message: refused })
    try {
      return await call()
    } catch (cause) {
      const error = cause instanceof NeverSent ? cause.cause : cause
      if (error instanceof RefusedAddress) throw new Failure('RULE_REFUSED', { message: error.message, cause })
      const { hostname } = new URL(url)
      const message = `${hostname} did not answer as it should: ${reasonOf(error)}`
      throw new Failure('BUSY', { message, cause })
    }
  }

  return {
    lookup,
    whyRefused,
    request: (url, init = {}, { ms = 10_000, bytes = 1024 * 1024 } = {}) =>
      checked(url, () => exchange(new URL(url), init, { lookup, bytes, signal: AbortSignal.timeout(ms) })),
    download: (url, path, init = {}, { ms = 600_000, bytes = 4 * 1024 ** 3 } = {}) =>
      checked(url, () => exchangeFile(new URL(url), path, init, { lookup, bytes, signal: AbortSignal.timeout(ms) })),
  }
}

/** No connection was made over which the request could have been sent; the cause is why. */
export class NeverSent extends Error {
  constructor(cause: unknown) {
    super('No connection was made.', { cause })
  }
}

/** A name whose addresses are all refused. */
class RefusedAddress extends Error {
  constructor(host: string) {
    super(refusal(host))
  }
}

function refusal(host: string): string {
  return `${host} is in a private or reserved network. The operator can permit it with OUTGOING_ALLOW.`
}

/** A host name in lower case, an IPv6 address without brackets. */
function bare(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1')
}

function reasonOf(error: unknown): string {
  const { code, message, name } = error as NodeJS.ErrnoException
  return name === 'AbortError' || name === 'TimeoutError' ? 'no answer in time.' : `${code ?? message}.`
}

interface ExchangeOptions {
  readonly lookup: LookupFunction
  readonly bytes: number
  readonly signal: AbortSignal
}

async function exchange(url: URL, init: GuardedRequest, options: ExchangeOptions): Promise<GuardedAnswer> {
  const response = await answerTo(url, init, options)
  const chunks: Buffer[] = []
  for await (const chunk of limited(response, options.bytes)) chunks.push(chunk)
  return { ...headOf(response), text: Buffer.concat(chunks).toString('utf8') }
}

async function exchangeFile(url: URL, path: string, init: GuardedRequest, options: ExchangeOptions) {
  const response = await answerTo(url, init, options)
  if (response.statusCode === 200) await pipeline(limited(response, options.bytes), createWriteStream(path))
  else response.destroy()
  return headOf(response)
}

function headOf({ statusCode, headers }: IncomingMessage): Omit<GuardedAnswer, 'text'> {
  return {
    status: statusCode!,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])),
  }
}

/** The bytes of an answer; fails beyond the limit. */
async function* limited(response: IncomingMessage, bytes: number): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.byteLength
    if (length > bytes) throw new Error(`The answer is larger than ${bytes} bytes`)
    yield chunk
  }
}

function answerTo(
  url: URL,
  { method = 'GET', headers = {}, body }: GuardedRequest,
  { lookup, signal }: ExchangeOptions,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const isSecure = url.protocol === 'https:'
  const request = isSecure ? requestHttps : requestHttp
  let isConnected = false
  const sent = request(url, { method, headers, lookup, signal, agent: false }, resolve)
  sent.on('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', () => (isConnected = true)))
  sent.on('error', (error) => reject(isConnected ? error : new NeverSent(error)))
  sent.end(body)
  return promise
}
