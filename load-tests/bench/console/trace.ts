import type { CDPSession } from 'playwright-core'

/** The CPU use of one thread while it was traced. */
export interface ThreadUse {
  readonly name: string
  /** CPU time of its tasks, ms. */
  readonly cpuMs: number
  /** The longest task's CPU time, ms. */
  readonly longestMs: number
  readonly over50: number
}

/** The threads of the process that draws the page: its main thread, and its workers, the busiest first. */
export interface PageUse {
  readonly seconds: number
  readonly main: ThreadUse
  readonly workers: readonly ThreadUse[]
}

/**
 * One entry of Chromium's trace; times in µs. `tdur` is in the thread's own clock: its computing time, without the time
 * it waited for a core.
 */
interface TraceEvent {
  readonly ph: string
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

const longTaskMs = 50
const chunkBytes = 1 << 20

/**
 * Traces all tasks while `meanwhile` runs, by the browser's own accounting. The trace is read in chunks, never as a
 * whole: it may be hundreds of megabytes.
 */
export async function tracePage(browser: CDPSession, meanwhile: () => Promise<unknown>): Promise<PageUse> {
  await browser.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: {
      recordMode: 'recordContinuously',
      traceBufferSizeInKb: 400_000,
      includedCategories: ['toplevel'],
      excludedCategories: ['*'],
    },
  })
  const began = performance.now()
  await meanwhile()
  const seconds = (performance.now() - began) / 1000
  const complete = new Promise<{ stream?: string; dataLossOccurred: boolean }>((resolve) =>
    browser.once('Tracing.tracingComplete', resolve),
  )
  await browser.send('Tracing.end')
  const { stream, dataLossOccurred } = await complete
  if (dataLossOccurred || stream === undefined)
    throw new Error('The browser lost a part of its trace: measure for fewer --seconds.')
  const threads = tallyThreads()
  for await (const line of linesOf(browser, stream)) threads.add(line)
  return { seconds, ...threads.ofThePage() }
}

/** The lines of a trace: Chromium writes one event a line. */
async function* linesOf(browser: CDPSession, stream: string): AsyncGenerator<string> {
  let rest = ''
  for (let done = false; !done;) {
    const { data, eof } = await browser.send('IO.read', { handle: stream, size: chunkBytes })
    const lines = (rest + data).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    done = eof
  }
  yield rest
  await browser.send('IO.close', { handle: stream })
}

interface Tally {
  readonly pid: number
  name: string
  cpuMs: number
  longestMs: number
  over50: number
}

function tallyThreads() {
  const threads = new Map<string, Tally>()

  function threadOf({ pid, tid }: TraceEvent): Tally {
    const key = `${pid}.${tid}`
    const thread = threads.get(key) ?? { pid, name: '', cpuMs: 0, longestMs: 0, over50: 0 }
    threads.set(key, thread)
    return thread
  }

  return {
    add(line: string): void {
      const isTask = line.includes('"ThreadControllerImpl::RunTask"')
      if (!isTask && !line.includes('"thread_name"')) return
      const event = eventIn(line)
      const thread = threadOf(event)
      if (!isTask) thread.name = event.args?.name ?? ''
      else if (event.ph === 'X') count(thread, (event.tdur ?? 0) / 1000)
    },
    /** The page's process is the one with the busiest workers: a browser has other, internal pages. */
    ofThePage(): Pick<PageUse, 'main' | 'workers'> {
      const workers = [...threads.values()]
        .filter(({ name }) => name.startsWith('DedicatedWorker'))
        .sort((a, b) => b.cpuMs - a.cpuMs)
      const main = [...threads.values()].find(({ pid, name }) => name === 'CrRendererMain' && pid === workers[0]?.pid)
      if (!main) throw new Error('The trace shows no page with a worker.')
      return { main, workers: workers.filter(({ pid }) => pid === main.pid) }
    },
  }
}

/** The event of a line, without the comma that follows it. */
function eventIn(line: string): TraceEvent {
  return JSON.parse(line.slice(0, line.lastIndexOf('}') + 1)) as TraceEvent
}

function count(thread: Tally, ms: number): void {
  thread.cpuMs += ms
  thread.longestMs = Math.max(thread.longestMs, ms)
  if (ms > longTaskMs) thread.over50 += 1
}
