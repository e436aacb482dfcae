import { setInterval } from 'node:timers'

/** What the server's process used, as its own metrics say. */
interface Usage {
  readonly at: number
  readonly residentBytes: number
  readonly cpuSeconds: number
}

const everyMs = 2_000
/** A reading is the median of those within this time before it: between two collections of garbage memory swings. */
const windowMs = 20_000

/** Reads the metrics of an installation (api and ingest are threads of one process) again and again. */
export function watchUsage(url: string) {
  const readings: Usage[] = []
  const timer = setInterval(() => void read().catch(() => undefined), everyMs) // a reading that fails is one of many

  async function read(): Promise<void> {
    const text = await (await fetch(`${url}/metrics`)).text()
    const value = (name: string) => Number(new RegExp(`^carapace_api_${name} (\\S+)$`, 'm').exec(text)?.[1])
    readings.push({ at: Date.now(), residentBytes: value('process_resident_memory_bytes'), cpuSeconds: value('process_cpu_seconds_total') })
  }

  return {
    /** Resident bytes around `at`, epoch ms. */
    residentAt(at: number): number {
      const near = readings.filter((one) => one.at > at - windowMs && one.at <= at).map((one) => one.residentBytes).sort((a, b) => a - b)
      return near[near.length >> 1] ?? NaN
    },
    /** Cores used on average between the first and the last reading. */
    cores(): number {
      const [first, last] = [readings[0]!, readings.at(-1)!]
      return ((last.cpuSeconds - first.cpuSeconds) / (last.at - first.at)) * 1000
    },
    stop: () => clearInterval(timer),
  }
}
