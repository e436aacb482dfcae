import type { Readable } from 'node:stream'
import { Failure } from '@carapace/shared/core/failure'
import type { Reservation } from './budget.ts'

/** How long a body may stay without a byte, ms (rule SHARE-5). */
export const bodyIdleMs = 10_000
/** Time for the refusal to reach a silent sender before its connection is closed, ms. */
const farewellMs = 1_000

const idle = () =>
  new Failure('INVALID_INPUT', { message: `The body did not come: not a byte in ${bodyIdleMs / 1_000} s.` })

/**
 * Reads a body whole; its bytes are reserved as they arrive (rule SHARE-2). After a failure the rest is read and
 * dropped, so that the sender gets the reason.
 *
 * @throws {Failure} TOO_LARGE beyond `limit` bytes, BUSY without room, INVALID_INPUT when the sender falls silent
 */
export function readBody(body: Readable, limit: number, reservation?: Reservation): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const timer = setTimeout(() => {
      fail(idle())
      setTimeout(() => body.destroy(), farewellMs)
    }, bodyIdleMs)
    const settle = (): void => {
      clearTimeout(timer)
      body.off('data', take).off('end', end).off('close', closed).off('error', fail)
    }
    const fail = (error: unknown): void => {
      settle()
      body.on('error', () => undefined).resume()
      reject(error)
    }
    const take = (chunk: Buffer): void => {
      timer.refresh()
      length += chunk.length
      if (length > limit) return fail(new Failure('TOO_LARGE'))
      try {
        reservation?.add(chunk.length)
      } catch (error) {
        return fail(error)
      }
      chunks.push(chunk)
    }
    const end = (): void => {
      settle()
      resolve(Buffer.concat(chunks, length))
    }
    const closed = (): void => fail(new Failure('INVALID_INPUT', { message: 'The body ended before its length.' }))
    body.on('data', take).on('end', end).on('close', closed).on('error', fail)
  })
}

/** Passes a body on as it comes. @throws {Failure} INVALID_INPUT when the sender falls silent (rule SHARE-5) */
export async function* livingBody(body: Readable): AsyncGenerator<Buffer> {
  let timer = watch()
  for await (const chunk of body) {
    clearTimeout(timer)
    yield chunk as Buffer
    timer = watch()
  }
  clearTimeout(timer)

  function watch(): NodeJS.Timeout {
    return setTimeout(() => body.destroy(idle()), bodyIdleMs)
  }
}
