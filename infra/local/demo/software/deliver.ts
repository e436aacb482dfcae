import type { Program } from '@carapace/shared/graph/programs/programs.contract'
import type { Release } from '@carapace/shared/sbom/releases.contract'
import type { Software } from '@carapace/shared/sbom/software.contract'
import type { DemoCall } from '../demo-caller.ts'
import { demoBom } from './bom.ts'
import { demoSoftware, type DemoRelease, type DemoSoftware } from './releases.ts'

/** The program that develops the demo's software. */
const programName = 'EQX-24 platform'

/**
 * Delivers the demo's software as its suppliers would: adds it with its releases, and uploads a bill of materials to
 * each. What is there already stays as it is. Returns how many documents were uploaded.
 */
export async function deliverSoftware(call: DemoCall, now: Date): Promise<number> {
  const { software: known } = await call<{ software: Software[] }>('v2/app/sbom/software')
  const names = new Set(known.map(({ name }) => name))
  const { programs } = await call<{ programs: Program[] }>('v2/app/get-programs?perPage=100')
  const program = programs.find(({ name }) => name === programName)?.uuid ?? null
  let uploaded = 0
  for (const each of demoSoftware.filter(({ name }) => !names.has(name))) {
    const uuid = await addSoftware(call, each, program)
    for (const release of each.releases) await addRelease(call, { each, uuid, release, now })
    uploaded += each.releases.length
  }
  return uploaded
}

async function addSoftware(call: DemoCall, each: DemoSoftware, program: string | null): Promise<string> {
  const { name, kind, ecu, reportedAs, supplier, description } = each
  const { software } = await call<{ software: Software }>('v2/app/sbom/software/save', {
    name,
    kind,
    ecu,
    reported_as: reportedAs,
    supplier,
    description,
    program_uuid: each.models.includes('EQX-24') ? program : null,
  })
  return software.uuid
}

interface Delivery {
  readonly each: DemoSoftware
  readonly uuid: string
  readonly release: DemoRelease
  readonly now: Date
}

async function addRelease(call: DemoCall, { each, uuid, release, now }: Delivery): Promise<void> {
  const { version, rxswin, partNumber, builtDaysAgo } = release
  const released = new Date(now.getTime() - builtDaysAgo * 86_400_000)
  const { release: added } = await call<{ release: Release }>('v2/app/sbom/releases/save', {
    software_uuid: uuid,
    version,
    rxswin,
    part_number: partNumber,
    released_at: released.toISOString(),
  })
  const query = new URLSearchParams({
    release_uuid: added.uuid,
    origin: 'supplier',
    file_name: `${each.ecu || 'cloud'}-${version}.cdx.json`.toLowerCase(),
  })
  await call(`v2/app/sbom/documents/upload?${query}`, demoBom(each, release, now))
}
