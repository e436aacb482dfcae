import { getAppConfig } from '@carapace/shared/account/app-config.contract'
import type { Endpoint } from '@carapace/shared/core/endpoint'
import { Failure, type FailureCode, type FailureReply, failures } from '@carapace/shared/core/failure'
import type { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { accessToken, sessionOver } from '../session/session.ts'

interface CallOptions {
  readonly signal?: AbortSignal
}

/**
 * Calls the server. The endpoint's contract gives the types of the input and of the output (rules CALL-1 to CALL-5).
 *
 * @throws {Failure} when the server refuses the call; the `AbortError` of fetch when the call is aborted
 */
export async function call<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  options: CallOptions = {},
): Promise<z.output<Out>> {
  return answerOf(endpoint, input, options, failureIn)
}

async function answerOf<Out extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, Out>,
  input: unknown,
  options: CallOptions,
  failureOf: (reply: Response) => Promise<Failure>,
): Promise<z.output<Out>> {
  const reply = await sendRequest(endpoint, input, options)
  if (reply.ok) return (await reply.json()) as z.output<Out>

  const failure = await failureOf(reply)
  if (failure.code !== 'FORGED_REQUEST') throw failure

  // the forgery-protection cookie is missing or stale (first visit, cleared cookies): any GET renews it
  await sendRequest(getAppConfig, {}, options)
  const again = await sendRequest(endpoint, input, options)
  if (again.ok) return (await again.json()) as z.output<Out>
  throw await failureOf(again)
}

/** The maximum time for a file to arrive, ms. */
const uploadMs = 600_000

/** A refused upload: the failure, with the status and the body of the reply as they were sent (rule CALL-11). */
export class UploadFailure extends Failure {
  /** The parsed JSON; text that is not JSON as it is. */
  readonly body: unknown
  readonly #status: number

  constructor(failure: Failure, { status, body }: { readonly status: number; readonly body: unknown }) {
    const { message, errors, retryAfter } = failure
    super(failure.code, { message, errors: { ...errors }, ...(retryAfter !== undefined && { retryAfter }) })
    this.body = body
    this.#status = status
  }

  override get status(): number {
    return this.#status
  }
}

async function uploadFailureIn(reply: Response): Promise<UploadFailure> {
  const text = await reply.clone().text()
  return new UploadFailure(await failureIn(reply), { status: reply.status, body: jsonOr(text) })
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Calls with a file: the input is sent as a form, with the endpoint's file field as a file (rule CALL-7).
 *
 * @throws {UploadFailure} when the server refuses it
 */
export async function upload<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  options: CallOptions = {},
): Promise<z.output<Out>> {
  const limit = AbortSignal.timeout(uploadMs)
  return answerOf(
    endpoint,
    formOf(endpoint, input),
    { signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit },
    uploadFailureIn,
  )
}

function formOf(endpoint: Endpoint, input: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input as Record<string, unknown>)) {
    if (value === undefined || value === null) continue
    if (name === endpoint.file) form.append(name, new Blob([String(value)], { type: 'text/plain' }), name)
    else form.append(name, String(value))
  }
  return form
}

interface FileOptions extends CallOptions {
  /** Called while the file is sent, with the fraction that has been sent, 0 to 1. */
  readonly onProgress: (sent: number) => void
}

/**
 * Sends a file of any size as the raw request body, and reports the progress (rule CALL-9).
 *
 * @throws {UploadFailure} when the server refuses it
 */
export async function uploadFile<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  file: Blob,
  options: FileOptions,
): Promise<z.output<Out>> {
  // renews the forgery-protection cookie first: nobody wants to send a GiB twice
  if (cookie('XSRF-TOKEN') === undefined) await sendRequest(getAppConfig, {}, {})
  const reply = await sent(endpoint, input, file, options)
  if (reply.status === 403) sessionOver()
  if (reply.status === 402) licenceRefusals.setState(({ count }) => ({ count: count + 1 }))
  if (!reply.ok) throw await uploadFailureIn(reply)
  return (await reply.json()) as z.output<Out>
}

/** Uses XMLHttpRequest: fetch does not report how much of a body has been sent. */
function sent(endpoint: Endpoint, input: unknown, file: Blob, { signal, onProgress }: FileOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', `${import.meta.env.BASE_URL}api/${endpoint.path}${queryOf(input)}`)
    for (const [name, value] of Object.entries({ ...headers(), 'content-type': endpoint.takes! }))
      request.setRequestHeader(name, value)
    request.responseType = 'text'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.onload = () =>
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: { 'retry-after': request.getResponseHeader('retry-after') ?? '' },
        }),
      )
    request.onerror = () => reject(new Failure('BUSY', { message: 'The server does not answer.' }))
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    if (signal?.aborted) return reject(new DOMException('The upload was stopped.', 'AbortError'))
    signal?.addEventListener('abort', abort)
    request.send(file)
  })
}

/** A GET whose answer is a file, not JSON: a table as CSV. */
export async function callForFile<In extends z.ZodType>(endpoint: Endpoint<In>, input: z.input<In>): Promise<Blob> {
  const reply = await sendRequest(endpoint, input, {})
  if (!reply.ok) throw await failureIn(reply)
  return reply.blob()
}

const licenceRefusals = createStore(() => ({ count: 0 }))

/**
 * How many calls were refused because of a missing licence. Each one means that the known licence is out of date (rule
 * CALL-8).
 */
export function useLicenceRefusals(): number {
  return useStore(licenceRefusals, ({ count }) => count)
}

async function sendRequest(endpoint: Endpoint, input: unknown, { signal }: CallOptions): Promise<Response> {
  const reply = await fetched(requestOf(endpoint, input), signal)
  if (reply.status === 403) sessionOver()
  if (reply.status === 402) licenceRefusals.setState(({ count }) => ({ count: count + 1 }))
  return reply
}

async function fetched(
  { url, init }: { url: string; init: RequestInit },
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(url, signal ? { ...init, signal } : init)
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === 'TimeoutError')
      throw new Failure('BUSY', { message: 'The file took too long to arrive.' })
    if (signal?.aborted) throw problem
    throw new Failure('BUSY', { message: 'The server does not answer.' })
  }
}

function requestOf(endpoint: Endpoint, input: unknown): { url: string; init: RequestInit } {
  const url = `${import.meta.env.BASE_URL}api/${endpoint.path}`
  if (endpoint.method === 'GET') return { url: url + queryOf(input), init: { headers: headers() } }
  if (input instanceof FormData) return { url, init: { method: 'POST', headers: headers(), body: input } }
  return {
    url,
    init: {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify(input),
    },
  }
}

function headers(): Record<string, string> {
  const token = accessToken()
  const forgeryToken = cookie('XSRF-TOKEN')
  return {
    accept: 'application/json',
    ...(token !== undefined && { 'ACCESS-TOKEN': token }),
    ...(forgeryToken !== undefined && { 'X-XSRF-TOKEN': forgeryToken }),
  }
}

function cookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

/** A GET's input as a query string: lists as `a,b`, absent and null values left out. */
export function queryOf(input: unknown): string {
  const pairs = Object.entries(input as Record<string, unknown>)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): [string, string] => [name, value instanceof Date ? value.toISOString() : String(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

async function failureIn(reply: Response): Promise<Failure> {
  const body = (await reply.json().catch(() => undefined)) as Partial<FailureReply> | undefined
  const code = body?.code !== undefined && body.code in failures ? body.code : codeOf(reply.status)
  const retryAfter = Number(reply.headers.get('retry-after')) || undefined
  return new Failure(code, {
    ...(body?.message && { message: body.message }),
    ...(body?.errors && { errors: { ...body.errors } }),
    ...(retryAfter && { retryAfter }),
  })
}

/** The failure code closest to an HTTP status, for replies that are not ours: a proxy's error page, for example. */
function codeOf(status: number): FailureCode {
  if (status === 502 || status === 504) return 'BUSY'
  const known = (Object.keys(failures) as FailureCode[]).find((code) => failures[code].status === status)
  return known ?? 'UNEXPECTED'
}

/** The messages to show for any thrown value: by field where there are some, else the message itself (rule CALL-6). */
export function messagesOf(problem: unknown): string[] {
  if (problem instanceof Failure) {
    const byField = Object.values(problem.errors)
    return byField.length > 0 ? byField : [problem.message]
  }
  return [problem instanceof Error && problem.message !== '' ? problem.message : 'An error occurred']
}

/** The same as one message, joined by commas (rule CALL-8). */
export function messageOf(problem: unknown): string {
  return messagesOf(problem).join(', ')
}
