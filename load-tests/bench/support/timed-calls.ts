import { setTimeout as sleep } from 'node:timers/promises'

const rounds = 20

// oxlint-disable-next-line typescript/no-explicit-any -- answers of different types
type Answer = any

/** Calls the api of an installation with a session's token. The calls fail when they are refused. */
export function callsOf(url: string, token: string) {
  async function answered(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(`${url}/api/${path}`, { ...init, headers: { 'access-token': token, ...init.headers } })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  return {
    get: (path: string) => answered(path, {}),
    post: (path: string, body: object) =>
      answered(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    upload: (path: string, body: Buffer<ArrayBuffer>) =>
      answered(path, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body }),
  }
}

/** The 95th percentile of the response times, ms. */
export async function slowest(request: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await request(round)
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds * 0.95) - 1]!
}

/** Prints a time beside its limit, if it has one. If that is missed, the process ends with 1. */
export function reportTime(what: string, ms: number, limit?: number, more = ''): void {
  const isMissed = limit !== undefined && ms > limit
  if (isMissed) process.exitCode = 1
  const limitText = limit === undefined ? '' : ` (limit ${limit.toLocaleString('en')})`
  const notes = `${more && `, ${more}`}${isMissed ? '  MISSED' : ''}`
  console.log(`  ${what}: ${Math.round(ms).toLocaleString('en')} ms${limitText}${notes}`)
}

/** Asks again and again until there is an answer. */
export async function until<T>(ask: () => Promise<T | undefined>, everyMs = 200): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await sleep(everyMs)
  }
}
