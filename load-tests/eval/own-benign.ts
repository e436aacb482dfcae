import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { UsageError } from '../fleet/cli.ts'
import { calmHalf, type Calm } from './benign.ts'
import { framesOfFile } from './capture-file.ts'
import type { OwnBenign } from './options.ts'
import { calmTable } from './report.ts'

/** Less than this teaches nothing about a bus. */
const framesLeast = 2_000
const secondsLeast = 3

/**
 * Learns the first half of each capture in a folder and watches the second; prints the alerts by capture, which are all
 * false, and their sum.
 */
export function judgeBenign({ benign: folder, format, json }: OwnBenign): void {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UsageError(`${folder}: no such folder`)
  const calm: Calm[] = []
  for (const file of filesIn(folder)) {
    const result = calmFile(join(folder, file), file, format)
    if (typeof result === 'string') console.log(`${file} is left out: ${result}`)
    else calm.push(result)
  }
  if (calm.length === 0) throw new UsageError(`${folder}: no capture in it can be used`)
  const hours = calm.reduce((sum, one) => sum + one.hours, 0)
  const alerts = calm.flatMap(({ name, raised }) => raised.map((one) => ({ capture: name, ...one })))
  console.log(`\n${calmTable(calm)}\n`)
  console.log(
    `false alerts: ${alerts.length}; captures: ${calm.length}, ${(hours * 60).toFixed(1)} minutes; ` +
      `${(alerts.length / hours).toFixed(1)} an hour`,
  )
  for (const { capture, ts, bus, title } of alerts)
    console.log(`  ${capture}  ${bus}  ${(ts / 1000).toFixed(3)}  ${title}`)
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ hours, captures: calm.length, alerts }, null, 1)}\n`)
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort()
}

/** The result for one file, or why there is none. */
function calmFile(path: string, name: string, format: OwnBenign['format']): Calm | string {
  try {
    const frames = Array.from(framesOfFile(path, format), ({ frame }) => frame)
    const seconds = (frames.at(-1)!.ts - frames[0]!.ts) / 1_000
    if (frames.length < framesLeast || !(seconds >= secondsLeast))
      return `${frames.length} frames in ${seconds.toFixed(1)} s; ${framesLeast} in ${secondsLeast} s are needed`
    return calmHalf(name, frames)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}
