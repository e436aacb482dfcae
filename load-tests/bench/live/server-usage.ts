import { setInterval } from 'node:timers'

/** The total resource use of the server processes, from their own metrics. */
interface Usage {
  readonly at: number
  readonly residentBytes: number
  readonly cpuSeconds: number
}

const everyMs = 2_000
/** A reading is the median of the values within this time before it: memory varies between garbage collections. */
const windowMs = 20_000

/** Polls the metrics of apis (if api and ingest are threads of one process, the metrics cover both). */
export function watchUsage(urls: readonly string[]) {
  const readings: Usage[] = []
  let first: Usage | undefined
  const timer = setInterval(() => void read().catch(() => undefined), everyMs) // one failed reading does not matter

  async function read(): Promise<void> {
    const texts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()))
    const sum = (name: string) =>
      texts.reduce((all, text) => all + Number(new RegExp(`^carapace_api_${name} (\\S+)$`, 'm').exec(text)?.[1]), 0)
    readings.push({
      at: Date.now(),
      residentBytes: sum('process_resident_memory_bytes'),
      cpuSeconds: sum('process_cpu_seconds_total'),
    })
    first ??= readings.at(-1)
  }

  return {
    /** Resident bytes around `at`, epoch ms. */
    residentAt(at: number): number {
      const near = readings
        .filter((one) => one.at > at - windowMs && one.at <= at)
        .map((one) => one.residentBytes)
        .sort((a, b) => a - b)
      return near[near.length >> 1] ?? NaN
    },
    /** Cores used on average since the first reading after the start, or after `restart`. */
    cores(): number {
      const last = readings.at(-1)!
      return ((last.cpuSeconds - first!.cpuSeconds) / (last.at - first!.at)) * 1000
    },
    restart: () => {
      first = undefined
    },
    stop: () => clearInterval(timer),
  }
}
