import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { ViewerOptions, ViewersReport, ViewersCommand, Viewing } from './viewers.ts'

/** One thread can read this many viewers' sockets without becoming the bottleneck. */
const viewersAProcess = 1_250

/** Processes of viewers, controlled as one. */
export interface Watching {
  readonly pids: readonly number[]
  /** Record files, one for each process. */
  readonly logs: readonly string[]
  /** Resolves with the number of vehicles in each snapshot when every viewer has its snapshot. */
  readonly connected: Promise<number[]>
  traffic(): Promise<Traffic>
  /** Makes the first viewer stop reading, and resume. */
  freezeFirst(): void
  thawFirst(): void
  /** Drops all sockets; resolves when all have reconnected, with the time that each took, ms. */
  storm(spreadMs: number): Promise<number[]>
  stop(): Promise<void>
}

export type Traffic = Extract<ViewersReport, { traffic: unknown }>['traffic']

export function startWatching(
  viewers: readonly ViewerOptions[],
  sampled: Viewing['sampled'],
  folder: string,
): Watching {
  const children = Array.from({ length: Math.ceil(viewers.length / viewersAProcess) }, (_, i) => {
    const child = fork(join(import.meta.dirname, 'viewers.ts'))
    const mine = viewers.slice(i * viewersAProcess, (i + 1) * viewersAProcess)
    const log = join(folder, `seen-${i}`)
    child.send({ viewers: mine, sampled, log } satisfies Viewing)
    return { child, log }
  })
  const sendToAll = (command: ViewersCommand) => children.forEach(({ child }) => child.send(command))
  const nextMessages = <K extends Kind>(kind: K) => Promise.all(children.map(({ child }) => nextMessage(child, kind)))

  return {
    pids: children.map(({ child }) => child.pid!),
    logs: children.map(({ log }) => log),
    connected: nextMessages('connected').then((all) => all.flatMap(({ connected }) => connected.held)),
    async traffic() {
      const reports = nextMessages('traffic')
      sendToAll('traffic')
      const sum = { messages: 0, bytes: 0, reconnects: 0, gaps: 0 }
      for (const { traffic } of await reports)
        for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += traffic[name]
      return sum
    },
    freezeFirst: () => void children[0]!.child.send({ freeze: 0 } satisfies ViewersCommand),
    thawFirst: () => void children[0]!.child.send({ thaw: 0 } satisfies ViewersCommand),
    async storm(spreadMs) {
      const reports = nextMessages('stormed')
      sendToAll({ storm: spreadMs })
      return (await reports).flatMap(({ stormed }) => stormed.took)
    },
    async stop() {
      const reports = nextMessages('closed')
      sendToAll('stop')
      await reports
    },
  }
}

type Kind = 'connected' | 'traffic' | 'stormed' | 'closed'

/** The next message of the given kind; fails when the process ends first. */
function nextMessage<K extends Kind>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<ViewersReport, Record<K, unknown>>> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      if (!(kind in (message as object))) return
      child.off('message', onMessage).off('exit', fail)
      resolve(message as Extract<ViewersReport, Record<K, unknown>>)
    }
    const fail = (status: number | null) => reject(new Error(`a load process ended with status ${status}`))
    child.on('message', onMessage).once('exit', fail)
  })
}
