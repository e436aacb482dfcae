import { execFile } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { zipOf } from '@carapace/api/src/core/documents/zip-writer.ts'
import { indexBom, type IndexedComponent } from '@carapace/api/src/sbom/bom-documents/indexed.ts'
import { readAny } from '@carapace/api/src/sbom/bom-documents/read-any.ts'
import { keysOf } from '@carapace/api/src/vulnerability/advisories/advisory-keys.ts'
import { createComparison } from '@carapace/api/src/vulnerability/matching/compare.ts'
import { readOsv } from '@carapace/shared/vulnerability/advisories/osv'

/** Real documents whose components are of package registries and distributions, and the name that the scanner wants. */
const documents = [
  ['linux/quarkus-deps-cyclonedx.json.gz', 'quarkus.cdx.json'],
  ['big/microclimate-portal.spdx.json.gz', 'portal.spdx.json'],
  ['big/assembly-of-three-images.cdx.json.gz', 'assembly.cdx.json'],
] as const
const run = promisify(execFile)

type Record = { readonly id: string; readonly affected?: readonly { readonly package?: { ecosystem?: string } }[] }

/**
 * What OSV-Scanner finds in real documents beside what we find, both with the same advisories: real records of OSV, and
 * one for each third package of the document, of which half concern the version that it has. OSV_SCANNER names the
 * program, CARAPACE_DATA the folder of real data.
 */
export async function compareWithScanner(): Promise<void> {
  const { OSV_SCANNER: scanner, CARAPACE_DATA: data } = process.env
  const folder = join(data ?? '', 'software')
  if (!scanner || !data || !existsSync(scanner) || !existsSync(folder)) {
    console.log('OSV-Scanner is not compared with: OSV_SCANNER names no program, or CARAPACE_DATA no folder.')
    return
  }
  const work = await mkdtemp(join(tmpdir(), 'carapace-scanner-'))
  try {
    const real = readdirSync(join(folder, 'osv')).map(
      (name) => JSON.parse(readFileSync(join(folder, 'osv', name), 'utf8')) as Record,
    )
    for (const [path, name] of documents) {
      const packed = readFileSync(join(folder, 'boms', path))
      const bytes = path.endsWith('.gz') ? gunzipSync(packed) : packed
      const read = readAny(bytes)
      if ('faults' in read) throw new Error(`${path}: ${read.faults[0]?.message}`)
      const { components } = indexBom(read.bom)
      const records = [...real, ...madeFor(components)]
      const start = performance.now()
      const ours = foundHere(components, records)
      const ms = performance.now() - start
      writeFileSync(join(work, name), bytes)
      const theirs = await foundBy(scanner, work, name, records)
      report(path, components, { ours, ms }, theirs)
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** An advisory for each third package: one half ends with the version that the document has, the other before it. */
function madeFor(components: readonly IndexedComponent[]): Record[] {
  const packages = new Map(
    components.flatMap(({ keys, version }) =>
      keys.slice(0, 1).map((key) => [`${key.ecosystem} ${key.name}`, { ...key, version }] as const),
    ),
  )
  return [...packages.values()].flatMap(({ ecosystem, name, version }, at) =>
    at % 3 !== 0 || version === '' || ['CPE', 'GIT'].includes(ecosystem)
      ? []
      : [
          {
            id: `BENCH-${at}`,
            modified: '2026-01-01T00:00:00Z',
            affected: [
              {
                package: { ecosystem, name },
                ranges: [
                  {
                    type: 'ECOSYSTEM',
                    events: [{ introduced: '0' }, at % 2 === 0 ? { last_affected: version } : { fixed: version }],
                  },
                ],
              },
            ],
          },
        ],
  )
}

/** `name version id` of each match, without the distribution's number: the scanner names none. */
function foundHere(components: readonly IndexedComponent[], records: readonly Record[]): Set<string> {
  const byKey = new Map<string, IndexedComponent[]>()
  for (const component of components)
    for (const { ecosystem, name } of component.keys) {
      const key = `${ecosystem} ${name}`
      byKey.set(key, [...(byKey.get(key) ?? []), component])
    }
  const found = new Set<string>()
  const compare = createComparison()
  for (const [at, record] of records.entries()) {
    const read = readOsv(record)
    if (!read.ok) continue
    const compareWith = compare({ id: at, group: at, owner: null, record: read.value })
    for (const { ecosystem, name } of keysOf(read.value))
      for (const component of byKey.get(`${ecosystem} ${name}`) ?? []) {
        const keys = component.keys.map((key) => [key.ecosystem, key.name, key.version ?? ''] as const)
        const { name: called, version, purl, cpe } = component
        if (compareWith({ name: called, version, purl, cpe, keys }).matches)
          found.add(`${bare(ecosystem)} ${name} ${version} ${record.id}`)
      }
  }
  return found
}

const bare = (ecosystem: string) => ecosystem.split(':')[0]!

async function foundBy(scanner: string, work: string, name: string, records: readonly Record[]) {
  const byEcosystem = new Map<string, Record[]>()
  for (const record of records)
    for (const ecosystem of new Set((record.affected ?? []).map((one) => bare(one.package?.ecosystem ?? ''))))
      if (ecosystem !== '') byEcosystem.set(ecosystem, [...(byEcosystem.get(ecosystem) ?? []), record])
  for (const [ecosystem, some] of byEcosystem) {
    mkdirSync(join(work, 'osv-scanner', ecosystem), { recursive: true })
    const entries = some.map((record) => ({ name: `${record.id}.json`, content: () => [JSON.stringify(record)] }))
    await pipeline(zipOf(entries), createWriteStream(join(work, 'osv-scanner', ecosystem, 'all.zip')))
  }
  const start = performance.now()
  const options = ['scan', '--experimental-offline', '--format', 'json', '--sbom', join(work, name)]
  const { stdout } = await run(scanner, options, {
    env: { ...process.env, OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY: work },
    maxBuffer: 256 * 1024 * 1024,
  }).catch((error: { stdout?: string; stderr?: string; code?: number }) => {
    // 1: it found something
    if (error.code === 1) return { stdout: error.stdout ?? '' }
    throw new Error(`OSV-Scanner ended with ${error.code}: ${error.stderr}`)
  })
  const ms = performance.now() - start
  const found = new Set<string>()
  for (const { packages = [] } of (JSON.parse(stdout) as Scanned).results ?? [])
    for (const { package: one, vulnerabilities = [] } of packages)
      for (const { id } of vulnerabilities) found.add(`${bare(one.ecosystem)} ${one.name} ${one.version} ${id}`)
  return { found, ms }
}

interface Scanned {
  readonly results?: readonly {
    readonly packages?: readonly {
      readonly package: { readonly name: string; readonly version: string; readonly ecosystem: string }
      readonly vulnerabilities?: readonly { readonly id: string }[]
    }[]
  }[]
}

function report(
  path: string,
  components: readonly IndexedComponent[],
  { ours, ms }: { readonly ours: ReadonlySet<string>; readonly ms: number },
  theirs: { readonly found: ReadonlySet<string>; readonly ms: number },
): void {
  const onlyOurs = [...ours].filter((match) => !theirs.found.has(match))
  const onlyTheirs = [...theirs.found].filter((match) => !ours.has(match))
  console.log(
    `${path}, ${components.length.toLocaleString('en')} components: ${ours.size} matches in ${Math.round(ms)} ms, ` +
      `OSV-Scanner ${theirs.found.size} in ${Math.round(theirs.ms)} ms with its reading; ` +
      `${onlyOurs.length} only ours, ${onlyTheirs.length} only its`,
  )
  for (const [whose, matches] of [
    ['ours', onlyOurs],
    ['OSV-Scanner', onlyTheirs],
  ] as const)
    for (const [ecosystem, some] of Map.groupBy(matches, (match) => match.split(' ')[0]!)) {
      console.log(`  only ${whose}, ${ecosystem}: ${some.length}`)
      for (const match of some) console.log(`    ${match}`)
    }
}
