/** The part of k6 (1.x) that the scripts use: https://grafana.com/docs/k6/latest/javascript-api/. */

declare const __ENV: Readonly<Record<string, string | undefined>>

declare module 'k6' {
  type Tags = Readonly<Record<string, string>>
  /** Whether the value passes all of these checks; each is counted. */
  export function check<T>(value: T, checks: Readonly<Record<string, (value: T) => boolean>>, tags?: Tags): boolean
  /** Seconds. */
  export function sleep(seconds: number): void
}

declare module 'k6/http' {
  export interface Response {
    /** 0 if there was no response. */
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | null
    readonly error: string
  }
  interface Params {
    readonly headers?: Readonly<Record<string, string>>
    readonly tags?: Readonly<Record<string, string>>
    readonly timeout?: string
    /** A temporary jar: no cookie is kept. */
    readonly jar?: unknown
    /** The statuses that do not count as failures. */
    readonly responseCallback?: unknown
  }
  const http: {
    get(url: string, params?: Params): Response
    post(url: string, body: string, params?: Params): Response
    expectedStatuses(...statuses: number[]): unknown
    CookieJar: new () => unknown
  }
  export default http
}

declare module 'k6/metrics' {
  type Tags = Readonly<Record<string, string>>
  export class Counter {
    constructor(name: string)
    add(value: number, tags?: Tags): void
  }
  export class Rate {
    constructor(name: string)
    add(holds: boolean, tags?: Tags): void
  }
  export class Trend {
    constructor(name: string, isTime?: boolean)
    add(value: number, tags?: Tags): void
  }
}

declare module 'k6/execution' {
  const execution: {
    /** Of the running scenario: how many iterations began before this one, and when it began (epoch ms). */
    readonly scenario: { readonly iterationInTest: number; readonly startTime: number }
  }
  export default execution
}

declare module 'k6/websockets' {
  export class WebSocket {
    constructor(url: string)
    onopen: (() => void) | null
    onmessage: ((message: { readonly data: string }) => void) | null
    onerror: (() => void) | null
    onclose: ((closed: { readonly code: number }) => void) | null
    send(text: string): void
    close(code?: number): void
  }
}

declare module 'k6/options' {
  interface Stage {
    readonly duration: string
    readonly target: number
  }
  interface Common {
    readonly exec: string
    readonly startTime?: string
    readonly gracefulStop?: string
    readonly tags?: Readonly<Record<string, string>>
  }
  interface ArrivalRate extends Common {
    readonly preAllocatedVUs: number
    readonly maxVUs: number
  }
  export type Scenario =
    | (ArrivalRate & {
        readonly executor: 'constant-arrival-rate'
        readonly rate: number
        readonly duration: string
        readonly timeUnit?: string
      })
    | (ArrivalRate & {
        readonly executor: 'ramping-arrival-rate'
        readonly startRate: number
        readonly stages: readonly Stage[]
        readonly timeUnit?: string
      })
    | (Common & {
        readonly executor: 'per-vu-iterations'
        readonly vus: number
        readonly iterations: number
        readonly maxDuration: string
      })
    | (Common & {
        readonly executor: 'ramping-vus'
        readonly startVUs: number
        readonly stages: readonly Stage[]
        readonly gracefulRampDown?: string
      })
  export interface Options {
    readonly scenarios: Readonly<Record<string, Scenario>>
    readonly thresholds: Readonly<Record<string, readonly string[]>>
    readonly summaryTrendStats: readonly string[]
    readonly setupTimeout?: string
    readonly teardownTimeout?: string
  }
}
