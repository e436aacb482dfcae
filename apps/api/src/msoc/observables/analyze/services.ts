import { Failure } from '@carapace/shared/core/failure'
import {
  type Analysis,
  type AnalyzerKind,
  type AnalyzerOptions,
  factOf,
  filled,
  mostFacts,
  textAt,
} from '@carapace/shared/msoc/observables/analyze/analyzers'
import { fieldOf, isObject, listField, textField } from '@carapace/shared/msoc/observables/import/read-json'
import type { ObservableType, Pap, Tlp, TypedValue } from '@carapace/shared/msoc/observables/observables'
import type { GuardedAnswer, GuardedRequest, Outgoing } from '../../../core/outgoing/guarded.ts'

/** A service with its secret in the clear: only for as long as it is called. */
export interface Service {
  readonly kind: AnalyzerKind
  readonly url: string
  readonly options: AnalyzerOptions
  readonly secret: string
}

type Call = Pick<Outgoing, 'request'>

const answerLimits = { ms: 20_000, bytes: 1024 * 1024 }
const cortexLimits = { ms: 45_000, bytes: 1024 * 1024 }

/** A value with the levels under which it is shared. */
type Shared = TypedValue & { readonly tlp: Tlp; readonly pap: Pap }

/** Asks a service about a value (rule OBSERVABLE-38). @throws {Failure} RULE_REFUSED, BUSY */
export function runService(outgoing: Call, service: Service, value: Shared): Promise<Analysis> {
  return services[service.kind].run(outgoing, service, value)
}

/** Connects to a service; returns what it answered, in a sentence. @throws {Failure} RULE_REFUSED, BUSY */
export function testService(outgoing: Call, service: Service, type: ObservableType): Promise<string> {
  return services[service.kind].test(outgoing, service, type)
}

interface Kind {
  run(outgoing: Call, service: Service, value: Shared): Promise<Analysis>
  test(outgoing: Call, service: Service, type: ObservableType): Promise<string>
}

const misp: Kind = {
  async run(outgoing, service, { value }) {
    const body = JSON.stringify({ returnFormat: 'json', value, limit: 50, includeEventTags: true })
    const url = under(service.url, '/attributes/restSearch')
    const answer = await outgoing.request(url, { method: 'POST', headers: mispHeaders(service), body }, answerLimits)
    const found = listField(fieldOf(json(answer), 'response'), 'Attribute').filter(isObject)
    const isIndicator = found.some((one) => fieldOf(one, 'to_ids') === true)
    return {
      verdict: isIndicator ? 'malicious' : found.length > 0 ? 'suspicious' : 'info',
      summary: found.length === 0 ? 'No event of MISP has it.' : `${found.length} attributes of MISP have it.`,
      facts: found.slice(0, mostFacts).map((one) => {
        const event = fieldOf(one, 'Event')
        const info = textField(event, 'info') ?? `Event ${textField(one, 'event_id') ?? ''}`
        return factOf(info, `${textField(one, 'category') ?? ''} ${textField(one, 'comment') ?? ''}`.trim())
      }),
    }
  },
  async test(outgoing, service) {
    const url = under(service.url, '/servers/getVersion')
    const answer = json(await outgoing.request(url, { headers: mispHeaders(service) }, answerLimits))
    const version = textField(answer, 'version')
    if (version === undefined) throw notUnderstood('MISP')
    return `MISP ${version.slice(0, 40)} answered.`
  },
}

const mispHeaders = ({ secret }: Service) => ({
  authorization: secret,
  accept: 'application/json',
  'content-type': 'application/json',
})

const cortexTypes: Partial<Record<ObservableType, string>> = {
  address: 'ip',
  domain: 'domain',
  hostname: 'fqdn',
  url: 'url',
  hash: 'hash',
  email: 'mail',
  file_name: 'filename',
}

/** The levels of Cortex, which has no AMBER+STRICT: the stricter one takes its place. */
const cortexTlps: Readonly<Record<Tlp, number>> = { CLEAR: 0, GREEN: 1, AMBER: 2, AMBER_STRICT: 3, RED: 3 }
const cortexPaps: Readonly<Record<Pap, number>> = { CLEAR: 0, GREEN: 1, AMBER: 2, RED: 3 }

const cortex: Kind = {
  async run(outgoing, service, { type, value, tlp, pap }) {
    const { analyzer = '' } = service.options
    const levels = { tlp: cortexTlps[tlp], pap: cortexPaps[pap] }
    const body = JSON.stringify({ data: value, dataType: cortexTypes[type] ?? 'other', ...levels })
    const started = await outgoing.request(
      under(service.url, `/api/analyzer/${encodeURIComponent(analyzer)}/run`),
      { method: 'POST', headers: cortexHeaders(service), body },
      answerLimits,
    )
    const id = textField(json(started), 'id') ?? textField(json(started), '_id')
    if (id === undefined) throw notUnderstood('Cortex')
    const answer = json(
      await outgoing.request(
        under(service.url, `/api/job/${encodeURIComponent(id)}/waitreport?atMost=30seconds`),
        { headers: cortexHeaders(service) },
        cortexLimits,
      ),
    )
    if (textField(answer, 'status') !== 'Success')
      throw new Failure('BUSY', {
        message: `Cortex did not finish the analysis: ${textField(answer, 'status') ?? 'no status'}.`,
      })
    const summary = fieldOf(fieldOf(answer, 'report'), 'summary')
    return ofTaxonomies(listField(summary, 'taxonomies').filter(isObject))
  },
  async test(outgoing, service) {
    const answer = await outgoing.request(
      under(service.url, '/api/analyzer'),
      { headers: cortexHeaders(service) },
      answerLimits,
    )
    const analyzers = json(answer)
    if (!Array.isArray(analyzers)) throw notUnderstood('Cortex')
    const { analyzer = '' } = service.options
    const isThere = analyzers.some((one) => textField(one, 'id') === analyzer || textField(one, 'name') === analyzer)
    if (!isThere) throw new Failure('RULE_REFUSED', { message: `Cortex answered, but has no analyzer ${analyzer}.` })
    return `Cortex answered, with ${analyzers.length} analyzers.`
  },
}

const cortexHeaders = ({ secret }: Service) => ({
  authorization: `Bearer ${secret}`,
  accept: 'application/json',
  'content-type': 'application/json',
})

const levels = ['info', 'safe', 'suspicious', 'malicious'] as const

/** The worst level of the taxonomies is the verdict. */
function ofTaxonomies(taxonomies: readonly object[]): Analysis {
  const ranks = taxonomies.map((one) => levels.findIndex((level) => level === textField(one, 'level')))
  const facts = taxonomies
    .slice(0, mostFacts)
    .map((one) =>
      factOf(
        [textField(one, 'namespace'), textField(one, 'predicate')].filter((text) => text !== undefined).join(' '),
        fieldOf(one, 'value') ?? '',
      ),
    )
  const summary = facts.map(({ name, value }) => `${name}: ${value}`).join('; ')
  return { verdict: levels[Math.max(0, ...ranks)]!, summary: summary.slice(0, 500) || 'No findings.', facts }
}

const http: Kind = {
  async run(outgoing, service, value) {
    const answer = await outgoing.request(...httpRequest(service, value), answerLimits)
    refuseError(answer)
    const document = parsedOr(answer.text)
    const path = service.options.summary_path
    const summary = path ? textAt(document, path) : undefined
    return {
      verdict: 'info',
      summary: summary ?? `Answered ${answer.status}.`,
      facts: isObject(document)
        ? Object.entries(document)
            .slice(0, mostFacts)
            .map(([name, one]) => factOf(name, one))
        : [factOf('Answer', answer.text.slice(0, 500))],
    }
  },
  async test(outgoing, service, type) {
    const answer = await outgoing.request(...httpRequest(service, { type, value: sampleOf(type) }), answerLimits)
    refuseError(answer)
    return `The service answered ${answer.status}.`
  },
}

const services: Readonly<Record<AnalyzerKind, Kind>> = { misp, cortex, http }

/** The value that a test sends: one of those that standards reserve for examples. */
function sampleOf(type: ObservableType): string {
  const samples: Partial<Record<ObservableType, string>> = {
    address: '192.0.2.1',
    domain: 'example.com',
    url: 'https://example.com/',
    email: 'nobody@example.com',
    hash: 'd41d8cd98f00b204e9800998ecf8427e',
    vin: '11111111111111111',
  }
  return samples[type] ?? 'test'
}

function httpRequest({ url, options, secret }: Service, value: TypedValue): [string, GuardedRequest] {
  const { method = 'GET', template, header = 'authorization' } = options
  const headers = {
    accept: 'application/json',
    ...(secret !== '' && { [header.toLowerCase()]: secret }),
    ...(method === 'POST' && { 'content-type': 'application/json' }),
  }
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  const body =
    method === 'POST' ? filled(template ?? '{"type":"{{type}}","value":"{{value}}"}', value, inJson) : undefined
  return [filled(url, value, encodeURIComponent), { method, headers, ...(body !== undefined && { body }) }]
}

/** The address of a service with a path; one of its own stays before it. */
function under(url: string, path: string): string {
  return url.replace(/\/+$/, '') + path
}

function refuseError({ status }: GuardedAnswer): void {
  if (status === 401 || status === 403)
    throw new Failure('RULE_REFUSED', { message: `The service refused the secret (status ${status}).` })
  if (status < 200 || status > 299)
    throw new Failure('BUSY', { message: `The service answered with the status ${status}.` })
}

function json(answer: GuardedAnswer): unknown {
  refuseError(answer)
  const document = parsedOr(answer.text)
  if (document === undefined) throw notUnderstood('The service')
  return document
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const notUnderstood = (name: string) =>
  new Failure('BUSY', { message: `${name} answered something else than expected. Is the address right?` })
