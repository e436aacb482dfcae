import type { z } from 'zod'
import type { Licence } from '../modules.ts'
import type { Permission } from '../permissions.ts'

/** One endpoint: the route, the browser's call and the API document all use it. */
export interface Endpoint<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST'
  readonly path: `v2/${string}` | `msoc/v1/${string}` | `app/${string}` | `auth/${string}`
  readonly summary: string
  /** Who may call: anyone, any signed-in member, or a member whose organisation holds this licence, or one of these. */
  readonly access: 'public' | 'member' | Licence | readonly Licence[]
  /** What the caller's role must allow; absent: every role may call. */
  readonly needs?: Permission
  /** The largest request body in bytes; absent: 64 KiB. */
  readonly bodyLimit?: number
  /** For a POST that may also be sent as multipart/form-data: the input field that is then a text file. */
  readonly file?: string
  /** For a POST whose body is a file of any bytes, read as a stream; its input is then the query string. */
  readonly takes?: 'application/octet-stream'
  /** The query string of a GET, the JSON body of a POST. */
  readonly input: In
  readonly output: Out
  /** Absent: JSON. For a table or a file, which is sent while it is read, `output` is a string. */
  readonly produces?: 'text/csv' | 'application/octet-stream'
}

/** What a caller of an endpoint sends. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** What a caller of an endpoint receives. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** Declares an endpoint and infers the types of its input and output. */
export function endpoint<In extends z.ZodType, Out extends z.ZodType>(declared: Endpoint<In, Out>): Endpoint<In, Out> {
  return declared
}
