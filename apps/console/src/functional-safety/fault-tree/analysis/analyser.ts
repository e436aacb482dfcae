import type {
  AnalysisAnswer,
  AnalysisInput,
  AnalysisRequest,
  AnalysisResult,
  SetOrder,
  Simulation,
} from './protocol.ts'

/** The part of a `Worker` that is used; a test replaces it. */
export interface WorkerLike {
  postMessage: (request: AnalysisRequest) => void
  terminate: () => void
  addEventListener: ((type: 'message', listener: (event: { readonly data: AnalysisAnswer }) => void) => void) &
    ((type: 'error', listener: (event: { readonly message: string }) => void) => void)
}

/** Rejects requests whose worker was stopped: a newer analysis took its place. */
export class Superseded extends Error {}

/** The tree cannot be computed, in words for the user. */
export class Refused extends Error {}

type Settled = Exclude<AnalysisAnswer, { readonly is: 'progress' | 'refused' }>
type Wanted<Is extends Settled['is']> = Extract<Settled, { readonly is: Is }>
type Unnumbered = AnalysisRequest extends infer Request
  ? Request extends unknown
    ? Omit<Request, 'number'>
    : never
  : never

interface Waiting {
  readonly resolve: (answer: Settled) => void
  readonly reject: (problem: Error) => void
  readonly onProgress: ((milliseconds: number) => void) | undefined
}

export type Analyser = ReturnType<typeof createAnalyser>

/**
 * Asks a worker for analyses. A new analysis stops a worker that is still busy, since nothing else interrupts it, and
 * what was asked of that worker rejects with `Superseded` (rule FTA-UI-10).
 */
export function createAnalyser(start: () => WorkerLike) {
  const waiting = new Map<number, Waiting>()
  let worker: WorkerLike | undefined
  let last = 0

  function started(): WorkerLike {
    const next = start()
    next.addEventListener('message', ({ data }: { readonly data: AnalysisAnswer }) => settle(data))
    next.addEventListener('error', ({ message }: { readonly message: string }) => stop(new Error(message)))
    return next
  }

  function settle(answer: AnalysisAnswer): void {
    const asked = waiting.get(answer.number)
    if (!asked) return
    if (answer.is === 'progress') return asked.onProgress?.(answer.milliseconds)
    waiting.delete(answer.number)
    if (answer.is === 'refused') asked.reject(new Refused(answer.reason))
    else asked.resolve(answer)
  }

  function stop(problem: Error): void {
    worker?.terminate()
    worker = undefined
    for (const { reject } of waiting.values()) reject(problem)
    waiting.clear()
  }

  async function ask<Is extends Settled['is']>(
    is: Is,
    request: Unnumbered,
    onProgress?: (milliseconds: number) => void,
  ): Promise<Wanted<Is>> {
    worker ??= started()
    const number = ++last
    const answer = await new Promise<Settled>((resolve, reject) => {
      waiting.set(number, { resolve, reject, onProgress })
      worker!.postMessage({ ...request, number })
    })
    if (answer.is !== is) throw new Error(`The worker answered ${answer.is} instead of ${is}.`)
    return answer as Wanted<Is>
  }

  return {
    analyse: async (input: AnalysisInput, onProgress?: (milliseconds: number) => void): Promise<AnalysisResult> => {
      if (waiting.size > 0) stop(new Superseded('A newer analysis began.'))
      return (await ask('result', { is: 'analyse', input }, onProgress)).result
    },
    best: async (many: number, by: SetOrder) => (await ask('sets', { is: 'best', many, by })).sets,
    highlight: async (events: readonly string[]) => (await ask('occurring', { is: 'highlight', events })).nodes,
    simulate: async (trials: number, seed: number, onProgress?: (milliseconds: number) => void): Promise<Simulation> =>
      (await ask('simulated', { is: 'simulate', trials, seed }, onProgress)).simulation,
    close: () => stop(new Superseded('The editor was closed.')),
  }
}
