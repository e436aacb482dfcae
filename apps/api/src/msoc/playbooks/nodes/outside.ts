import type { Org } from '@carapace/shared/core/owned'
import { Failure } from '@carapace/shared/core/failure'
import { normalOrText } from '@carapace/shared/msoc/observables/normalise'
import { observableTypes } from '@carapace/shared/msoc/observables/observables'
import { createMask, type Mask, type Secret } from '@carapace/shared/msoc/playbooks/masking'
import { beginning } from '@carapace/shared/msoc/playbooks/storable'
import { type GuardedRequest, NeverSent } from '../../../core/outgoing/guarded.ts'
import { plainObservable } from '../../observables/adding.ts'
import { keyOf, storedObservables, uuidsOfValues } from '../../observables/observables.queries.ts'
import type { PlaybookDeps } from '../deps.ts'

/** What an attempt at something outside came to. Everything in it is masked. */
export type Attempt =
  | { readonly kind: 'done'; readonly output: unknown }
  /** It was surely not done, or the server refused it. `again`: another attempt may help. */
  | { readonly kind: 'failed'; readonly error: string; readonly output?: unknown; readonly again: boolean }
  /** It may have been done, or not. */
  | { readonly kind: 'unknown'; readonly error: string }

/** Longest answer that is read, bytes. */
const answerBytes = 256 * 1024

interface HttpInput {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeout_seconds: number
  readonly repeatable: boolean
  readonly expects: readonly number[]
}

/** Whether an attempt may be made again although nobody knows whether the first one was done (rule PLAYBOOK-17). */
export function isRepeatable(input: Record<string, unknown>): boolean {
  return input['method'] === 'GET' || input['repeatable'] === true
}

/** Requests an address with an idempotency key: the same one for every attempt of a step. */
export async function requestHttp(
  { outgoing }: Pick<PlaybookDeps, 'outgoing'>,
  input: Record<string, unknown>,
  secrets: readonly Secret[],
  key: string,
): Promise<Attempt> {
  const { method, url, headers, body, timeout_seconds: seconds, expects } = input as unknown as HttpInput
  const mask = createMask(secrets)
  const init: GuardedRequest = {
    method,
    headers: { 'idempotency-key': key, 'user-agent': 'Carapace', ...headers },
    ...(method !== 'GET' && body !== '' && { body }),
  }
  try {
    const {
      status,
      headers: answered,
      text,
    } = await outgoing.request(url, init, { ms: seconds * 1_000, bytes: answerBytes })
    const output = boundedOutput({ status, body: bodyOf(text, answered['content-type'], mask) })
    const isGood = expects.length > 0 ? expects.includes(status) : status >= 200 && status < 300
    if (isGood) return { kind: 'done', output }
    const error = `The server answered ${status}.`
    // it may have failed after it had done it
    if (status >= 500 && !isRepeatable(input))
      return { kind: 'unknown', error: `${error} Nobody knows whether it did it.` }
    return { kind: 'failed', error, output, again: status >= 500 || status === 429 }
  } catch (error) {
    return failedAttempt(error, mask, input)
  }
}

/** What is known of an attempt without an answer: without a connection, or refused by the guard, it was not sent. */
function failedAttempt(error: unknown, mask: Mask, input: Record<string, unknown>): Attempt {
  const message = mask.text(error instanceof Error ? error.message : String(error))
  if (error instanceof Failure && error.code === 'RULE_REFUSED') return { kind: 'failed', error: message, again: false }
  if (isRepeatable(input) || (error instanceof Failure && error.cause instanceof NeverSent))
    return { kind: 'failed', error: message, again: true }
  return { kind: 'unknown', error: `${message} Nobody knows whether the server did it.` }
}

function bodyOf(text: string, type: string | undefined, mask: Mask): unknown {
  if (type?.includes('json')) {
    try {
      return mask.value(JSON.parse(text))
    } catch {
      // a body that is no JSON is kept as the text that it is
    }
  }
  return mask.text(text)
}

const outputBytes = 60 * 1024

/** An answer that is too long for a record is kept as its beginning. */
function boundedOutput(output: { status: number; body: unknown }) {
  const text = JSON.stringify(output.body)
  if (Buffer.byteLength(text) <= outputBytes) return output
  return { ...output, body: beginning(text, outputBytes / 4), truncated: true }
}

/** Asks an analyzer about a value, an observable or not; it changes nothing, so an attempt may be made again. */
export async function runAnalyzer(
  { db, analyses }: Pick<PlaybookDeps, 'db' | 'analyses'>,
  org: Org,
  input: Record<string, unknown>,
): Promise<Attempt> {
  const { analyzer, kind, value } = input as { analyzer: string; kind: string; value: string }
  const type = observableTypes.find((one) => one === kind)
  if (!type) return { kind: 'failed', error: `"kind" is none of ${observableTypes.join(', ')}.`, again: false }
  const typed = { type, value: normalOrText(type, value) }
  try {
    const uuid = (await uuidsOfValues(db, org, [typed])).get(keyOf(typed))
    const [known] = uuid === undefined ? [] : await storedObservables(db, org, [uuid])
    const asked = known ?? { ...plainObservable, ...typed, uuid: null }
    const { verdict, summary, facts } = await analyses.analyze(org, asked, { analyzer, again: false })
    return { kind: 'done', output: { verdict, report: { summary, facts } } }
  } catch (error) {
    const again = error instanceof Failure && ['BUSY', 'TOO_MANY'].includes(error.code)
    return { kind: 'failed', error: error instanceof Error ? error.message : String(error), again }
  }
}
