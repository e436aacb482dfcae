import { setTimeout as sleep } from 'node:timers/promises'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import { listFindings } from '@carapace/shared/vulnerability/findings.contract'
import { getTakeUp, takeUpFinding } from '@carapace/shared/vulnerability/take-up/take-up.contract'
import type { DemoCall } from '../demo-caller.ts'
import { monitorDemo } from './monitor.ts'

/** What the engineer takes up: a vulnerability of the gateway's decompression, and what it opens there. */
export const takenUpInDemo = {
  vulnerability: 'CVE-2022-37434',
  ecu: 'GTW',
  program: 'EQX-24 platform',
  /** Steps by their titles; of a scenario without a tree none. */
  opens: { 'TS-047': ['Write the image in a programming session'], 'TS-050': [] },
} as const

const lookEveryMs = 1_000
const mostLooks = 180

/**
 * Takes the vulnerability up into the program once matching has found it, and has the program monitored from then on;
 * what is taken up already stays as it is. Returns whether it was taken up now.
 */
export async function takeUpDemo(call: DemoCall, signal: AbortSignal): Promise<boolean> {
  const finding = await foundFinding(call, signal)
  const { programs } = await call<OutputOf<typeof getTakeUp>>(`${getTakeUp.path}?finding=${finding}`)
  const program = programs.find(({ name }) => name === takenUpInDemo.program)
  if (!program || program.taken !== null) return false
  const opens = program.threats.flatMap(({ uuid, code, tree }) => {
    const titles: readonly string[] | undefined = takenUpInDemo.opens[code as keyof typeof takenUpInDemo.opens]
    if (titles === undefined) return []
    return [
      {
        threat_uuid: uuid,
        steps: (tree?.steps ?? []).filter(({ title }) => titles.includes(title)).map(({ id }) => id),
      },
    ]
  })
  await call(takeUpFinding.path, { finding_uuid: finding, program_uuid: program.uuid, opens })
  await monitorDemo(call, program.uuid)
  return true
}

/** The finding, once the documents are compared with advisories. @throws when it does not come */
async function foundFinding(call: DemoCall, signal: AbortSignal): Promise<string> {
  const { vulnerability: q, ecu } = takenUpInDemo
  const query = new URLSearchParams({ q, ecu })
  for (let look = 0; look < mostLooks; look += 1) {
    const { findings } = await call<OutputOf<typeof listFindings>>(`${listFindings.path}?${query}`)
    if (findings.length > 0) return findings[0]!.uuid
    await sleep(lookEveryMs, undefined, { signal })
  }
  throw new Error(`${q} was not found on ${ecu}`)
}
