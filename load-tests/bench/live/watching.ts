import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { ViewerAsked, ViewersSaid, ViewersTold, Viewing } from './viewers.ts'

/** One thread reads so many viewers' sockets and is not itself what they wait for. */
const viewersAProcess = 1_250

/** Processes of viewers, asked as one. */
export interface Watching {
  readonly pids: readonly number[]
  /** Files of records, one a process. */
  readonly logs: readonly string[]
  /** Resolves when every viewer has its snapshot, with the vehicles in each. */
  readonly connected: Promise<number[]>
  traffic(): Promise<Traffic>
  /** The first viewer stops reading; it reads on. */
  freezeFirst(): void
  thawFirst(): void
  /** Drops all sockets; resolves when all are back, with what each took, ms. */
  storm(spreadMs: number): Promise<number[]>
  stop(): Promise<void>
}

export type Traffic = Extract<ViewersSaid, { traffic: unknown }>['traffic']

export function startWatching(viewers: readonly ViewerAsked[], sampled: Viewing['sampled'], folder: string): Watching {
  const children = Array.from({ length: Math.ceil(viewers.length / viewersAProcess) }, (_, i) => {
    const child = fork(join(import.meta.dirname, 'viewers.ts'))
    const mine = viewers.slice(i * viewersAProcess, (i + 1) * viewersAProcess)
    const log = join(folder, `seen-${i}`)
    child.send({ viewers: mine, sampled, log } satisfies Viewing)
    return { child, log }
  })
  const tell = (told: ViewersTold) => children.forEach(({ child }) => child.send(told))
  const hear = <K extends Kind>(kind: K) => Promise.all(children.map(({ child }) => said(child, kind)))

  return {
    pids: children.map(({ child }) => child.pid!),
    logs: children.map(({ log }) => log),
    connected: hear('connected').then((all) => all.flatMap(({ connected }) => connected.held)),
    async traffic() {
      const heard = hear('traffic')
      tell('traffic')
      const sum = { messages: 0, bytes: 0, reconnects: 0, gaps: 0 }
      for (const { traffic } of await heard)
        for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += traffic[name]
      return sum
    },
    freezeFirst: () => void children[0]!.child.send({ freeze: 0 } satisfies ViewersTold),
    thawFirst: () => void children[0]!.child.send({ thaw: 0 } satisfies ViewersTold),
    async storm(spreadMs) {
      const heard = hear('stormed')
      tell({ storm: spreadMs })
      return (await heard).flatMap(({ stormed }) => stormed.took)
    },
    async stop() {
      const heard = hear('closed')
      tell('stop')
      await heard
    },
  }
}

type Kind = 'connected' | 'traffic' | 'stormed' | 'closed'

/** The next message of that kind; fails when the process ends first. */
function said<K extends Kind>(child: ChildProcess, kind: K): Promise<Extract<ViewersSaid, Record<K, unknown>>> {
  return new Promise((resolve, reject) => {
    const hear = (message: unknown) => {
      if (!(kind in (message as object))) return
      child.off('message', hear).off('exit', fail)
      resolve(message as Extract<ViewersSaid, Record<K, unknown>>)
    }
    const fail = (status: number | null) => reject(new Error(`a load process ended with status ${status}`))
    child.on('message', hear).once('exit', fail)
  })
}
